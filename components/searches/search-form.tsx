'use client'

import { Button, Group, SegmentedControl, Switch, Text, TextInput } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { RefusableForm } from '@/components/forms'
import { ChoiceField, type Refusal } from '@/components/ui'
import type { AllSearchFields } from '@/lib/collect/searches'
import {
  type ByOperation,
  describeFaults,
  isOperation,
  OPERATION_NAMES,
  OPERATIONS,
  type Operation,
  parseSubjects,
  SUBJECTS,
  type SubjectKind,
} from '@/lib/kernel'
import { AdvancedSearchFields, type NamedChoice } from './more-fields'
import { QueryField } from './query-field'

// Loaded on demand, because most searches are for one.
const SubjectsField = dynamic(() => import('./subjects-field').then((loaded) => loaded.SubjectsField))

export interface SearchFormProps {
  readonly initial: AllSearchFields
  readonly environments: readonly NamedChoice[]
  /** Choices for its key besides the environment; without them it is chosen by environment. */
  readonly keys?: { readonly wallets: readonly NamedChoice[]; readonly keys: readonly NamedChoice[] }
  /** True if the upstream can return a search's most relevant items first. */
  readonly offersTop: boolean
  /** Suggestions by operation, for a first try. */
  readonly suggestions?: ByOperation<string>
  readonly refusal: Refusal | null
  readonly isPending: boolean
  readonly submitLabel: string
  /** Label of the submit button for a list of subjects; the same by default. */
  readonly listLabel?: string
  /** Renders content beside the submit button, given the form's fields. */
  more?(fields: AllSearchFields, reset: () => void): ReactNode
  onOperation?(operation: Operation): void
  onSubmit(fields: AllSearchFields): void
}

const NUMBERS = [
  { value: 'one', label: 'One' },
  { value: 'many', label: 'A list' },
]
const ORDERS = [
  { value: 'Latest', label: 'Latest: newest first' },
  { value: 'Top', label: 'Top: by relevance' },
]

/** Edits the fields of a saved search. Nothing is called until it runs. */
export function SearchForm(props: SearchFormProps) {
  const { initial, environments, keys, offersTop, suggestions, refusal, isPending, submitLabel, more } = props
  const [form, setForm] = useState<AllSearchFields>(initial)
  const set = (change: Partial<AllSearchFields>) => setForm((known) => ({ ...known, ...change }))
  const [list, setList] = useState<string | null>(
    initial.subjects.length > 0 ? initial.subjects.join('\n') : null,
  )
  const kindLabel = useId()
  const { operation, subject, product } = form
  const kind = OPERATIONS[operation]
  const read = (text: string, of: SubjectKind) => parseSubjects(text, of, initial.subjects[0])
  const typed = list === null ? null : read(list, kind.subject)
  const [faulty, setFaulty] = useState<Refusal | null>(null)
  const typeList = (text: string | null, of = kind.subject) => {
    setList(text)
    setFaulty(null)
    const subjects = text === null ? [] : [...read(text, of).subjects]
    set({ subjects, ...(subjects[0] !== undefined && { subject: subjects[0] }) })
  }
  const choose = (value: string) => {
    if (!isOperation(value)) return
    // An unchanged suggestion is replaced by the next one; typed text stays.
    const isSuggested = suggestions && subject === suggestions[operation]
    set({ operation: value, ...(isSuggested && { subject: suggestions[value] }) })
    if (list !== null) typeList(list, OPERATIONS[value].subject)
    props.onOperation?.(value)
  }
  const reset = () => {
    setForm(initial)
    setList(initial.subjects.length > 0 ? initial.subjects.join('\n') : null)
    setFaulty(null)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const why = typed && describeFaults(typed)
    if (!why) {
      setFaulty(null)
      return props.onSubmit(form)
    }
    const message = `The search was not saved. ${why}`
    setFaulty({ code: 'invalid', message, fields: { subjects: why }, requestId: null })
    const field = event.currentTarget.elements.namedItem('subjects')
    if (field instanceof HTMLTextAreaElement) selectLine(field, typed?.faults[0]?.line ?? 1)
  }
  return (
    <RefusableForm refusal={faulty ?? refusal} onSubmit={submit}>
      {(fields) => (
        <>
          <TextInput
            label="Name"
            name="name"
            value={form.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            required
            error={fields.name}
          />
          <div>
            <Text size="sm" fw={600} id={kindLabel} mb={4}>
              Kind
            </Text>
            <SegmentedControl
              aria-labelledby={kindLabel}
              fullWidth
              value={operation}
              onChange={choose}
              data={OPERATION_NAMES.map((value) => ({ value, label: OPERATIONS[value].label }))}
            />
          </div>
          <SegmentedControl
            aria-label="How many"
            size="xs"
            w={{ base: '100%', xs: 300 }}
            data={NUMBERS}
            value={list === null ? 'one' : 'many'}
            onChange={(value) => typeList(value === 'many' ? subject : null)}
          />
          {list !== null && typed ? (
            <SubjectsField
              kind={kind.subject}
              text={list}
              list={typed}
              error={fields.subjects}
              onChange={typeList}
            />
          ) : kind.subject === 'query' ? (
            <QueryField
              hint={kind.hint}
              value={subject}
              error={fields.subject}
              onChange={(value) => set({ subject: value })}
            />
          ) : (
            <TextInput
              label={SUBJECTS[kind.subject].label}
              name="subject"
              description={kind.hint}
              placeholder="ada"
              value={subject}
              onChange={(event) => set({ subject: event.currentTarget.value })}
              required
              error={fields.subject}
            />
          )}
          {kind.subject === 'query' && (offersTop || product === 'Top') && (
            <ChoiceField
              label="Order"
              name="product"
              value={product}
              error={fields.product}
              onChange={(value) => set({ product: value === 'Top' ? 'Top' : 'Latest' })}
              data={ORDERS.filter(
                ({ value }) => offersTop || value === 'Latest' || initial.product === value,
              )}
            />
          )}
          <AdvancedSearchFields
            form={form}
            set={set}
            environments={environments}
            keys={keys}
            errors={fields}
          />
          <Switch
            name="shared"
            label="Shared with the team"
            checked={form.shared}
            onChange={(event) => set({ shared: event.currentTarget.checked })}
          />
          <Group>
            <Button type="submit" loading={isPending}>
              {(form.subjects.length > 1 && props.listLabel) || submitLabel}
            </Button>
            {more?.(form, reset)}
          </Group>
        </>
      )}
    </RefusableForm>
  )
}

/** Selects a line, counted from 1, so that the field shows it when it gets the focus. */
function selectLine(field: HTMLTextAreaElement, line: number): void {
  const before = field.value.split('\n').slice(0, line)
  const end = before.join('\n').length
  field.setSelectionRange(end - (before.at(-1)?.length ?? 0), end)
}
