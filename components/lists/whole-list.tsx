import type { ReactNode } from 'react'
import { ButtonLink, EmptyState, type Sorting } from '@/components/ui'
import { type Arrangement, arrange } from './arrange'
import { type ListParams, type Sort, sortingOf } from './list-address'
import { type ListFilter, ListTools } from './list-tools'

interface WholeListProps<Row> extends Arrangement<Row> {
  /** Address of the list, and the parameters that its URL states. */
  readonly base: string
  readonly params: ListParams
  /** All rows, in the list's own order. */
  readonly rows: readonly Row[]
  /** Name of a row, for one and for many. */
  readonly of: readonly [string, string]
  readonly findBy: string
  readonly choices?: readonly ListFilter[]
  readonly heads: readonly Sort[]
  children(rows: readonly Row[], sorting: Sorting): ReactNode
}

/** Shows a list that is read whole, because a team has few of these: found, filtered and sorted as its URL says. */
export function WholeList<Row>(props: WholeListProps<Row>) {
  const { base, params, rows, of, findBy, choices = [], heads, children } = props
  const shown = arrange(rows, params, props)
  return (
    <>
      <ListTools
        base={base}
        params={params}
        findBy={findBy}
        filters={choices}
        sorts={heads}
        counts={{ all: rows.length, found: shown.length }}
        of={of}
      />
      {shown.length === 0 ? (
        <EmptyState
          title={`No matching ${of[1]}`}
          text="Nothing matches these words and filters."
          action={<ButtonLink href={base}>Show all {of[1]}</ButtonLink>}
        />
      ) : (
        children(shown, sortingOf(base, params, heads))
      )}
    </>
  )
}
