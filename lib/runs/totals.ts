import type { Db, Tx } from '@/lib/db'
import { sumUnknown } from '@/lib/ledger'
import type { PageSums, RunTotals } from './schemas'

export type RunSums = PageSums &
  Pick<RunTotals, 'newItems' | 'reusedPages' | 'reusedItems'> & {
    readonly id: string
    readonly teamId: string
  }

/** The totals of runs of one team out of their rows, with what the ledger says is unknown; by the run's id. */
export async function totalsOfRuns(
  db: Db | Tx,
  teamId: string,
  rows: readonly RunSums[],
): Promise<(row: RunSums) => RunTotals> {
  const unknown = await sumUnknown(
    db,
    teamId,
    rows.map(({ id }) => id),
  )
  return ({ id, pages, items, chargeMicro, unpricedItems, newItems, reusedPages, reusedItems }) => ({
    pages,
    items,
    chargeMicro,
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
  (await totalsOfRuns(db, row.teamId, [row]))(row)
