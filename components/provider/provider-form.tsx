'use client'

import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useEffect } from 'react'
import type { CallResult } from '@/components/forms'
import { Card, ChoiceField, ConfirmButton, Dimmed, type Refusal, RefusalAlert } from '@/components/ui'
import { formatCount, localiseStoredText } from '@/lib/kernel'
import type { FieldSource } from '@/lib/upstream/providers'
import { FIELD_GROUPS, type ProviderField } from './fields'
import { JsonDialog } from './json-dialog'
import {
  fieldErrorAt,
  fieldInputId,
  firstFaultyField,
  haveTextsChanged,
  labelRefusalFields,
  type ProviderTexts,
} from './typed-values'

interface ProviderFormProps {
  readonly texts: ProviderTexts
  /** The texts as saved. */
  readonly saved: ProviderTexts
  /** The texts without the team's values. */
  readonly deployment: ProviderTexts
  readonly defaults: ProviderTexts
  /** Names of all fields of a provider. */
  readonly names: readonly string[]
  readonly sources: Readonly<Record<string, FieldSource>>
  readonly mayEdit: boolean
  /** True if the team has its own values. */
  readonly hasChanges: boolean
  readonly isPending: boolean
  readonly refusal: Refusal | null
  onChange(texts: ProviderTexts): void
  onSave(): void
  onReset(): Promise<CallResult<unknown>>
}

/** Renders everything that the provider states. Everyone can read it, admins can change it. */
export function ProviderForm(props: ProviderFormProps) {
  const { texts, saved, defaults, sources, mayEdit, refusal, onChange } = props
  useEffect(() => {
    const fault = refusal && firstFaultyField(refusal)
    if (fault) document.getElementById(fieldInputId(fault))?.focus()
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
                  error={fieldErrorAt(refusal?.fields ?? {}, field.name)}
                  onChange={(value) => onChange({ ...texts, [field.name]: value })}
                />
              ))}
            </SimpleGrid>
          </Card>
        ))}
        <RefusalAlert refusal={labelRefusalFields(refusal, 'The provider was not changed.')} />
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
  const isChanged = haveTextsChanged(texts, saved)
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
        text="All of the team’s changes are removed, and the service’s defaults apply at once. The service itself stays."
        confirmLabel="Remove the changes"
        disabled={!hasChanges || isPending}
        onConfirm={onReset}
      />
    </Group>
  )
}

const SOURCES: Record<FieldSource, string> = {
  default: 'the default',
  deployment: 'the service’s provider file',
  sandbox: 'the built-in sandbox',
  team: 'this team',
}

/** Approximate number of characters in a line of a field. */
const A_LINE = 40

/** Kinds of fields whose text may be longer than a line. */
const SEVERAL: ReadonlySet<ProviderField['kind']> = new Set(['names', 'parameters', 'tariff'])

/** Order that aligns the inputs of a row, however long their descriptions are. */
const ORDER: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

interface ProviderFieldInputProps {
  readonly field: ProviderField
  readonly value: string
  readonly standard: string
  readonly source: FieldSource
  /** True if the shown value differs from the one in force. */
  readonly isChanged: boolean
  readonly mayEdit: boolean
  readonly error: string | undefined
  onChange(value: string): void
}

/**
 * Renders one field of the provider: its value and, if that is not the default, the default and where the value comes
 * from.
 */
export function ProviderFieldInput(props: ProviderFieldInputProps) {
  const { field, value, standard, source, isChanged, mayEdit, error, onChange } = props
  const isDefault = source === 'default' && !isChanged
  const from = isChanged ? 'Not saved yet.' : `Now from ${SOURCES[source]}.`
  const origin = isDefault ? '' : ` Default: ${standard === '' ? 'empty' : standard}. ${from}`
  if (!mayEdit) return <Shown field={field} value={value} origin={origin} />
  const common = {
    id: fieldInputId(field.name),
    label: field.label,
    description: `${field.hint}${origin}`,
    value,
    error,
    inputWrapperOrder: ORDER,
  }
  if (field.choices)
    return (
      <ChoiceField
        {...common}
        data={Object.entries(field.choices).map(([choice, label]) => ({ value: choice, label }))}
        onChange={(choice) => onChange(choice ?? value)}
      />
    )
  // Many names, or the parts of a price, take several lines, so that none is out of view.
  if (SEVERAL.has(field.kind))
    return (
      <Textarea
        {...common}
        rows={Math.max(1, Math.ceil(value.length / A_LINE))}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
      />
    )
  return (
    <TextInput
      {...common}
      autoComplete="off"
      spellCheck={false}
      inputMode={field.kind === 'number' ? 'numeric' : 'text'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function shownValue({ choices, kind, name }: ProviderField, value: string): string {
  if (choices) return Object.entries(choices).find(([choice]) => choice === value)?.[1] ?? value
  if (kind === 'number' && value !== '') return formatCount(Number(value))
  return name.startsWith('price.') ? localiseStoredText(value) : value
}

/** Shows the value as text to people who may not change it, so that nothing looks like an input. */
function Shown(props: { readonly field: ProviderField; readonly value: string; readonly origin: string }) {
  const { field, value, origin } = props
  const shown = shownValue(field, value)
  return (
    <div>
      <Text size="sm" fw={600}>
        {field.label}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {shown === '' ? 'Empty' : shown}
      </Text>
      <Dimmed size="xs">
        {field.hint}
        {origin}
      </Dimmed>
    </div>
  )
}
