import type { Tx } from '@/lib/platform/db'
import { noteChanges } from './day-store'
import { putIntoRollups, type RollupRow } from './rollup-store'

/** Adds to a team's rollups, and says so of the days that are summed already. The only way to change a rollup. */
export async function addToRollups(tx: Tx, teamId: string, rows: readonly RollupRow[]): Promise<void> {
  if (rows.length === 0) return
  const quarters = rows.map(({ quarter }) => quarter)
  await Promise.all([putIntoRollups(tx, rows), noteChanges(tx, teamId, quarters)])
}
