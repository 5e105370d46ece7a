'use client'

import { Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, AmountInput, readsCredits, SaveForm } from '@/components/forms'
import { type Column, DataTable, FormDrawer, StateBadge } from '@/components/ui'
import type { AlertKind, SettingView } from '@/lib/alerts/alerts'
import { describeLimits, FIELDS, KINDS } from './labels'

type Change = Action<{
  team: string
  kind: AlertKind
  enabled: boolean
  parameters: Record<string, string>
}>

interface SettingFormsProps {
  readonly team: string
  readonly settings: readonly SettingView[]
  readonly change: Change
}

/** Lists each kind of alert: whether it is on, and its limits. Changing them is behind a button. */
export function SettingForms({ team, settings, change }: SettingFormsProps) {
  const columns: Column<SettingView>[] = [
    {
      key: 'kind',
      label: 'Kind',
      render: ({ kind }) => (
        <>
          <Text size="sm" fw={500}>
            {KINDS[kind].label}
          </Text>
          <Text size="xs" c="dimmed">
            {KINDS[kind].text}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      label: 'State',
      onCard: 'state',
      render: ({ enabled }) => (
        <StateBadge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'On' : 'Off'}</StateBadge>
      ),
    },
    {
      key: 'limits',
      label: 'Limits',
      onCard: (setting) => (describeLimits(setting) === '' ? 'none' : undefined),
      render: (setting) => describeLimits(setting) || '—',
    },
    {
      key: 'change',
      label: 'Actions',
      isActions: true,
      render: (setting) => (
        <FormDrawer
          label="Change"
          title={KINDS[setting.kind].label}
          variant="default"
          size="xs"
          aria-label={`Change ${KINDS[setting.kind].label}`}
        >
          <SettingForm team={team} setting={setting} change={change} />
        </FormDrawer>
      ),
    },
  ]
  return (
    <DataTable<SettingView>
      caption="Kinds of alerts"
      rows={settings}
      keyOf={({ kind }) => kind}
      columns={columns}
    />
  )
}

function SettingForm({
  team,
  setting: { kind, enabled: wasEnabled, parameters },
  change,
}: {
  readonly team: string
  readonly setting: SettingView
  readonly change: Change
}) {
  const [enabled, setEnabled] = useState(wasEnabled)
  const { label, text } = KINDS[kind]
  const names = Object.keys(parameters)
  const save = (form: FormData) =>
    change({
      team,
      kind,
      enabled,
      parameters: Object.fromEntries(names.map((name) => [name, String(form.get(name) ?? '')])),
    })
  return (
    <SaveForm submitLabel="Save" message={`“${label}” was changed.`} save={save}>
      {(errors) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {text}
          </Text>
          <Switch
            label={label}
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
          {names.map((name) => {
            const field = {
              label: FIELDS[name] ?? name,
              'aria-label': `${label}: ${FIELDS[name] ?? name}`,
              name,
              defaultValue: parameters[name] ?? '',
              error: errors[name],
            }
            return name === 'credits' ? (
              <AmountInput key={name} {...field} reads={readsCredits} example="Empty: the percent counts." />
            ) : (
              <TextInput key={name} {...field} inputMode="decimal" />
            )
          })}
        </Stack>
      )}
    </SaveForm>
  )
}
