'use client'

import { Group, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import type { AlertKind, SettingView } from '@/lib/alerts/alerts'
import { FIELDS, KINDS } from './labels'

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

/** Each kind of alert: whether it is on, and its limits. */
export function SettingForms({ team, settings, change }: SettingFormsProps) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      {settings.map((setting) => (
        <SettingForm key={setting.kind} team={team} setting={setting} change={change} />
      ))}
    </SimpleGrid>
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
    <SaveForm submitLabel="Save" message={`“${label}” was changed.`} save={save} isRow>
      {(errors) => (
        <Group align="flex-end" gap="xs">
          <Stack gap={4} w={280}>
            <Switch
              label={label}
              checked={enabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
            />
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </Stack>
          {names.map((name) => (
            <TextInput
              key={name}
              label={FIELDS[name] ?? name}
              aria-label={`${label}: ${FIELDS[name] ?? name}`}
              name={name}
              defaultValue={parameters[name] ?? ''}
              inputMode="decimal"
              error={errors[name]}
            />
          ))}
        </Group>
      )}
    </SaveForm>
  )
}
