import { Text, Textarea, TextInput } from '@mantine/core'
import { ChoiceField } from '@/components/ui'
import { asReadHere, formatCount } from '@/lib/kernel'
import type { FieldSource } from '@/lib/upstream/providers'
import { inputId } from './faults'
import type { ProviderField } from './fields'

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
    id: inputId(field.name),
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
        allowDeselect={false}
      />
    )
  // Many names, or the parts of a price, take several lines, so that none is out of sight.
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
  return name.startsWith('price.') ? asReadHere(value) : value
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
      <Text size="xs" c="dimmed">
        {field.hint}
        {origin}
      </Text>
    </div>
  )
}
