import { sumUnknown } from '@/lib/money/ledger'
import type { Db, Tx } from '@/lib/platform/db'
import type { PageSums, RunTotals } from './schemas'

export type RunSums = PageSums &
  Pick<RunTotals, 'newItems' | 'reusedPages' | 'reusedItems'> & {
    readonly id: string
    readonly teamId: string
  }

/** Returns a function that totals a run's row, with what the ledger says is unknown of the given runs of a team. */
export async function totalsOfRuns(
  db: Db | Tx,
  teamId: string,
  runIds: string[],
): Promise<(row: RunSums) => RunTotals> {
  const unknown = await sumUnknown(db, teamId, runIds)
  return ({ id, pages, items, chargeNano, unpricedItems, newItems, reusedPages, reusedItems }) => ({
    pages,
    items,
    chargeNano,
    unpricedItems,
    unknownCalls: unknown.get(id)?.calls ?? 0,
    unknownItems: unknown.get(id)?.items ?? 0,
    newItems,
    reusedPages,
    reusedItems,
  })
}

/** Returns the totals of one run. */
export const totalsOf = async (db: Db | Tx, row: RunSums): Promise<RunTotals> =>
  (await totalsOfRuns(db, row.teamId, [row.id]))(row)
