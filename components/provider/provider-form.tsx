'use client'

import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { type FormEvent, useEffect } from 'react'
import { type Refusal, RefusalAlert } from '@/components/forms'
import { Card, ConfirmButton } from '@/components/ui'
import type { FieldSource } from '@/lib/upstream/providers'
import { firstFault, inputId, withLabels } from './faults'
import { FIELD_GROUPS } from './fields'
import { JsonDialog } from './json-dialog'
import { ProviderFieldInput } from './provider-field'
import { doDiffer, errorAt, type Texts } from './typed-values'

interface ProviderFormProps {
  readonly texts: Texts
  /** The texts as saved. */
  readonly saved: Texts
  /** The texts without the team's values. */
  readonly deployment: Texts
  readonly defaults: Texts
  /** Names of all fields of a provider. */
  readonly names: readonly string[]
  readonly sources: Readonly<Record<string, FieldSource>>
  readonly mayEdit: boolean
  /** True if the team has its own values. */
  readonly hasChanges: boolean
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onChange(texts: Texts): void
  onSave(): void
  onReset(): Promise<unknown>
}

/** Renders everything that the provider states. Everyone can read it, admins can change it. */
export function ProviderForm(props: ProviderFormProps) {
  const { texts, saved, defaults, sources, mayEdit, refusal, onChange } = props
  useEffect(() => {
    const fault = refusal && firstFault(refusal)
    if (fault) document.getElementById(inputId(fault))?.focus()
  }, [refusal])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSave()
  }
  return (
    <form method="post" onSubmit={submit} noValidate aria-label="Provider">
      <Stack>
        {!mayEdit && <Text size="sm">Admins change this. It applies to every call of the team.</Text>}
        {FIELD_GROUPS.map(({ title, text, fields }) => (
          <Card key={title} title={title} description={text}>
            <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
              {fields.map((field) => (
                <ProviderFieldInput
                  key={field.name}
                  field={field}
                  value={texts[field.name] ?? ''}
                  standard={defaults[field.name] ?? ''}
                  source={sourceOf(sources, field.name)}
                  isChanged={texts[field.name] !== saved[field.name]}
                  mayEdit={mayEdit}
                  error={errorAt(refusal?.fields ?? {}, field.name)}
                  onChange={(value) => onChange({ ...texts, [field.name]: value })}
                />
              ))}
            </SimpleGrid>
          </Card>
        ))}
        <RefusalAlert refusal={withLabels(refusal, 'The provider was not changed.')} />
        {mayEdit && <Actions {...props} />}
      </Stack>
    </form>
  )
}

/** Returns the source of a field; for a part of a nullable group, that of the group. */
const sourceOf = (sources: ProviderFormProps['sources'], name: string): FieldSource =>
  sources[name] ?? sources[name.slice(0, Math.max(0, name.lastIndexOf('.')))] ?? 'default'

function Actions(props: ProviderFormProps) {
  const { texts, saved, deployment, names, hasChanges, isPending, onChange, onReset } = props
  const isChanged = doDiffer(texts, saved)
  return (
    <Group>
      <Button type="submit" loading={isPending} disabled={!isChanged}>
        Save provider
      </Button>
      <Button variant="default" disabled={!isChanged || isPending} onClick={() => onChange(saved)}>
        Undo unsaved changes
      </Button>
      <JsonDialog texts={texts} base={deployment} names={names} onImport={onChange} />
      <ConfirmButton
        size="sm"
        label="Remove team’s changes"
        title="Remove the team’s changes?"
        text="All changes of this team are removed: what is known of the service applies again, at once. The service stays."
        confirmLabel="Remove the changes"
        disabled={!hasChanges || isPending}
        onConfirm={onReset}
      />
    </Group>
  )
}
