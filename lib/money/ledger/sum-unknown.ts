import type { Db, Tx } from '@/lib/platform/db'
import { selectUnknownOfRuns } from './attempt-store'

/** Calls that were sent and whose answer was lost: how many, and how many items they may have been charged for. */
interface UnknownSum {
  readonly calls: number
  readonly items: number
}

/** The unknown calls of each of these runs; runs without one are left out. */
export async function sumUnknown(
  db: Db | Tx,
  teamId: string,
  runIds: string[],
): Promise<ReadonlyMap<string, UnknownSum>> {
  if (runIds.length === 0) return new Map()
  const rows = await selectUnknownOfRuns(db, teamId, runIds)
  return new Map(
    rows.map(({ runId, _count, _sum }) => [runId, { calls: _count, items: _sum.reservedItems ?? 0 }]),
  )
}
