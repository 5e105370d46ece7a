import type { RunsOfAddress } from '@/lib/collect/runs'
import { PickField } from '../pick-field'

interface Choice {
  readonly id: string
  readonly name: string
}

interface RunFiltersProps {
  readonly query: RunsOfAddress
  readonly searches: readonly Choice[]
  readonly members: readonly Choice[]
}

const STATES = [
  { value: 'OPEN', label: 'Not ended' },
  { value: 'ENDED', label: 'Ended' },
]

const named = (choices: readonly Choice[]) => choices.map(({ id, name }) => ({ value: id, label: name }))

/** Narrows the runs; each pick is in the address at once, as on the page Usage. */
export const RunFilters = ({ query, searches, members }: RunFiltersProps) => (
  <>
    <PickField
      parameter="state"
      label="State"
      clearLabel="Show the runs of all states"
      value={query.state ?? null}
      data={STATES}
      w={110}
      size="xs"
    />
    <PickField
      parameter="search"
      label="Search"
      clearLabel="Show the runs of all searches"
      value={query.search ?? null}
      data={named(searches)}
      w={{ base: 'calc(100vw - 150px)', xs: 190 }}
      size="xs"
    />
    <PickField
      parameter="member"
      label="Member"
      clearLabel="Show the runs of all members"
      value={query.member ?? null}
      data={named(members)}
      w={170}
      size="xs"
    />
  </>
)
