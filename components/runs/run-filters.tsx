import { Button, Group, NativeSelect } from '@mantine/core'
import type { RunsOfAddress } from '@/lib/collect/runs'

interface Choice {
  readonly id: string
  readonly name: string
}

interface RunFiltersProps {
  readonly team: string
  readonly query: RunsOfAddress
  readonly searches: readonly Choice[]
  readonly members: readonly Choice[]
}

const STATES = [
  { value: '', label: 'All' },
  { value: 'OPEN', label: 'Open' },
  { value: 'ENDED', label: 'Ended' },
]

/** Narrows the runs. A plain form: its fields become the page's address, so that it can be kept and passed on. */
export function RunFilters({ team, query, searches, members }: RunFiltersProps) {
  const { search = '', member = '', state = '' } = query
  return (
    <form action={`/${team}/runs`} method="get" aria-label="Filter of the runs">
      <Group align="flex-end" gap="sm" key={[search, member, state].join()}>
        <NativeSelect name="state" label="State" size="xs" defaultValue={state} data={STATES} />
        <NativeSelect
          name="search"
          label="Search"
          size="xs"
          defaultValue={search}
          data={choicesOf('All searches', searches, search, 'A former search')}
          maw="100%"
        />
        <NativeSelect
          name="member"
          label="Member"
          size="xs"
          defaultValue={member}
          data={choicesOf('Everybody', members, member, 'A former member')}
          maw="100%"
        />
        <Button type="submit" variant="default" size="xs">
          Filter
        </Button>
      </Group>
    </form>
  )
}

/** What is chosen is among the choices, though it may be gone. */
function choicesOf(all: string, choices: readonly Choice[], chosen: string, former: string) {
  const isFormer = chosen !== '' && !choices.some(({ id }) => id === chosen)
  return [
    { value: '', label: all },
    ...choices.map(({ id, name }) => ({ value: id, label: name })),
    ...(isFormer ? [{ value: chosen, label: former }] : []),
  ]
}
