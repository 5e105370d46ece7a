import { sumUnknown } from '@/lib/money/ledger'
import type { Db, Tx } from '@/lib/platform/db'
import type { PageSums, RunTotals } from './schemas'

export type RunSums = PageSums &
  Pick<RunTotals, 'newItems' | 'reusedPages' | 'reusedItems'> & {
    readonly id: string
    readonly teamId: string
  }

/** Makes the totals of runs of one team out of their rows, with what the ledger says is unknown of those that are named. */
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

/** The same for one run. */
export const totalsOf = async (db: Db | Tx, row: RunSums): Promise<RunTotals> =>
  (await totalsOfRuns(db, row.teamId, [row.id]))(row)
