'use client'

import { Switch, Text, TextInput } from '@mantine/core'
import { type Action, AmountInput, describeTypedCredits, formFieldText, SaveForm } from '@/components/forms'
import { type Column, DataTable, Dimmed, FormDrawer, StateBadge } from '@/components/ui'
import type { AlertKind, AlertSettingView } from '@/lib/alerts/alerts'
import { ALERT_KIND_LABELS, describeLimits, PARAMETER_LABELS } from './labels'

type Change = Action<{
  team: string
  kind: AlertKind
  enabled: boolean
  parameters: Record<string, string>
}>

interface SettingFormsProps {
  readonly team: string
  readonly settings: readonly AlertSettingView[]
  readonly change: Change
}

/** Lists each kind of alert: whether it is on, and its limits. Changing them is behind a button. */
export function SettingForms({ team, settings, change }: SettingFormsProps) {
  const columns: Column<AlertSettingView>[] = [
    {
      label: 'Kind',
      render: ({ kind }) => (
        <>
          <Text size="sm" fw={500}>
            {ALERT_KIND_LABELS[kind].label}
          </Text>
          <Dimmed size="xs">{ALERT_KIND_LABELS[kind].text}</Dimmed>
        </>
      ),
    },
    {
      label: 'State',
      onCard: 'state',
      render: ({ enabled }) => (
        <StateBadge tone={enabled ? 'good' : 'quiet'}>{enabled ? 'On' : 'Off'}</StateBadge>
      ),
    },
    {
      label: 'Limits',
      onCard: (setting) => (describeLimits(setting) === '' ? 'none' : undefined),
      render: (setting) => describeLimits(setting) || '—',
    },
    {
      label: 'Actions',
      isActions: true,
      render: (setting) => (
        <FormDrawer
          label="Change"
          title={ALERT_KIND_LABELS[setting.kind].label}
          variant="default"
          size="xs"
          aria-label={`Change ${ALERT_KIND_LABELS[setting.kind].label}`}
        >
          <SettingForm team={team} setting={setting} change={change} />
        </FormDrawer>
      ),
    },
  ]
  return (
    <DataTable<AlertSettingView>
      caption="Kinds of alerts"
      rows={settings}
      keyOf={({ kind }) => kind}
      columns={columns}
    />
  )
}

function SettingForm({
  team,
  setting: { kind, enabled, parameters },
  change,
}: {
  readonly team: string
  readonly setting: AlertSettingView
  readonly change: Change
}) {
  const { label, text } = ALERT_KIND_LABELS[kind]
  const names = Object.keys(parameters)
  const save = (form: FormData) =>
    change({
      team,
      kind,
      enabled: form.has('enabled'),
      parameters: Object.fromEntries(names.map((name) => [name, formFieldText(form, name)])),
    })
  return (
    <SaveForm submitLabel="Save" message={`“${label}” was changed.`} save={save}>
      {(errors) => (
        <>
          <Dimmed>{text}</Dimmed>
          <Switch label={label} name="enabled" defaultChecked={enabled} />
          {names.map((name) => {
            const field = {
              label: PARAMETER_LABELS[name] ?? name,
              'aria-label': `${label}: ${PARAMETER_LABELS[name] ?? name}`,
              name,
              defaultValue: parameters[name] ?? '',
              error: errors[name],
            }
            return name === 'credits' ? (
              <AmountInput
                key={name}
                {...field}
                reads={describeTypedCredits}
                example="Leave empty to use the percentage."
              />
            ) : (
              <TextInput key={name} {...field} inputMode="decimal" />
            )
          })}
        </>
      )}
    </SaveForm>
  )
}
