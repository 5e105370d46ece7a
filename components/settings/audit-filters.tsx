import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { AuditQuery } from '@/lib/platform/audit'
import { AUDIT_KINDS } from './labels'

/** Narrows the audit log. A plain form: its fields become the page's address, so that it can be kept and passed on. */
export function AuditFilters(props: {
  readonly query: AuditQuery
  /** Who to choose among; missing in the log of accounts, where people are found by words and the kinds are others. */
  readonly actors?: readonly { readonly id: string; readonly name: string }[]
  /** What is wrong with the days. */
  readonly problem: string | null
}) {
  const { query, actors, problem } = props
  const people = actors?.map(({ id, name }) => ({ value: id, label: name }))
  const kinds = Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label }))
  return (
    <form method="get" aria-label="Filter of the audit log">
      <Group align="flex-end" gap="sm" mb="md">
        <TextInput name="text" label="Words" defaultValue={query.text} maxLength={200} />
        {people && (
          <NativeSelect
            name="actor"
            label="Person"
            defaultValue={query.actor}
            data={[{ value: '', label: 'Everybody' }, ...people]}
          />
        )}
        {people && (
          <NativeSelect
            name="kind"
            label="Kind"
            defaultValue={query.kind}
            data={[{ value: '', label: 'All kinds' }, ...kinds]}
          />
        )}
        <TextInput
          type="date"
          name="from"
          label="First day"
          defaultValue={query.from}
          error={problem !== null}
        />
        <TextInput type="date" name="to" label="Last day" defaultValue={query.to} error={problem !== null} />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </Group>
      {problem !== null && (
        <Alert role="alert" color="red" variant="light">
          {problem} Choose other days, and filter again.
        </Alert>
      )}
    </form>
  )
}
