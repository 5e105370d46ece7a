'use client'

import { Button, Group, SegmentedControl, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { type Refusal, RefusalAlert } from '@/components/forms'
import type { SearchFields } from '@/lib/searches'

type Operation = SearchFields['operation']

const KINDS: Record<Operation, { label: string; subject: string; hint: string }> = {
  timeline: { label: 'Timeline', subject: 'User', hint: 'Whose posts to read, newest first.' },
  search: { label: 'Search', subject: 'Query', hint: 'What to search for, as the upstream understands it.' },
  followers: { label: 'Followers', subject: 'User', hint: 'Whose followers to list.' },
}

const isOperation = (value: string): value is Operation => value in KINDS

export interface SearchFormProps {
  readonly initial: SearchFields
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  /** What to look for by kind, for a first try. */
  readonly suggestions?: Readonly<Record<Operation, string>>
  readonly refusal: Refusal | null
  readonly isPending: boolean
  readonly submitLabel: string
  /** Beside the submit button. */
  readonly more?: ReactNode
  onOperation?(operation: Operation): void
  onSubmit(fields: SearchFields): void
}

/** The fields of a saved search. Nothing is called until it is run. */
export function SearchForm(props: SearchFormProps) {
  const { initial, environments, suggestions, refusal, isPending, submitLabel, more, onOperation, onSubmit } =
    props
  const [operation, setOperation] = useState<Operation>(initial.operation)
  const [subject, setSubject] = useState(initial.subject)
  const [product, setProduct] = useState(initial.product)
  const [environmentId, setEnvironmentId] = useState(initial.environmentId)
  const kindLabel = useId()
  const kind = KINDS[operation]
  const choose = (value: string) => {
    if (!isOperation(value)) return
    // A suggestion that was left as it is makes way for the next one; what was typed stays.
    if (suggestions && subject === suggestions[operation]) setSubject(suggestions[value])
    setOperation(value)
    onOperation?.(value)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const shared = form.get('shared') !== null
    onSubmit({ name: String(form.get('name')), operation, subject, product, shared, environmentId })
  }
  const fields = refusal?.fields ?? {}
  return (
    <form method="post" onSubmit={submit} noValidate>
      <Stack>
        <RefusalAlert refusal={refusal} />
        <TextInput label="Name" name="name" defaultValue={initial.name} required error={fields.name} />
        <div>
          <Text size="sm" fw={500} id={kindLabel} mb={4}>
            Kind
          </Text>
          <SegmentedControl
            aria-labelledby={kindLabel}
            fullWidth
            value={operation}
            onChange={choose}
            data={Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))}
          />
        </div>
        <TextInput
          label={kind.subject}
          description={kind.hint}
          value={subject}
          onChange={(event) => setSubject(event.currentTarget.value)}
          required
          error={fields.subject}
        />
        {operation === 'search' && (
          <Select
            label="Order"
            value={product}
            onChange={(value) => setProduct(value === 'Top' ? 'Top' : 'Latest')}
            allowDeselect={false}
            data={[
              { value: 'Latest', label: 'Latest: newest first' },
              { value: 'Top', label: 'Top: by relevance' },
            ]}
          />
        )}
        <Select
          label="Environment"
          description="Whose key is offered first when it is run."
          placeholder="Any"
          clearable
          value={environmentId || null}
          onChange={(value) => setEnvironmentId(value ?? '')}
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Switch name="shared" label="Shared with the team" defaultChecked={initial.shared} />
        <Group>
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
          {more}
        </Group>
      </Stack>
    </form>
  )
}
