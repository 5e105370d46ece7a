import { type BoxProps, Group } from '@mantine/core'
import { FilterDrawer } from '@/components/ui'
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

/** Narrows the runs; each pick goes into the URL at once, as on the Usage page. */
export const RunFilters = (props: RunFiltersProps) => {
  const { state, search, member } = props.query
  return (
    <>
      <FilterDrawer count={[state, search, member].filter((value) => value !== undefined).length}>
        <Fields {...props} widths={['100%', '100%', '100%']} />
      </FilterDrawer>
      <Group gap="xs" visibleFrom="sm">
        <Fields {...props} widths={[120, 190, 170]} size="xs" />
      </Group>
    </>
  )
}

interface FieldsProps extends RunFiltersProps {
  readonly widths: readonly [BoxProps['w'], BoxProps['w'], BoxProps['w']]
  readonly size?: 'xs'
}

const Fields = ({ query, searches, members, widths, size }: FieldsProps) => (
  <>
    <PickField
      parameter="state"
      label="State"
      clearLabel="Show the runs of all states"
      value={query.state ?? null}
      data={STATES}
      w={widths[0]}
      {...(size && { size })}
    />
    <PickField
      parameter="search"
      label="Search"
      clearLabel="Show the runs of all searches"
      value={query.search ?? null}
      data={named(searches)}
      w={widths[1]}
      {...(size && { size })}
    />
    <PickField
      parameter="member"
      label="Member"
      clearLabel="Show the runs of all members"
      value={query.member ?? null}
      data={named(members)}
      w={widths[2]}
      {...(size && { size })}
    />
  </>
)
