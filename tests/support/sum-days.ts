import { vi } from 'vitest'
import { sumClosedDays } from '@/lib/money/ledger'
import type { Db } from '@/lib/platform/db'

/** How many of a team's days are not summed yet, and how many zones more than one it still has. */
export async function countOpenDays(db: Db, teamId: string): Promise<number> {
  const days = await db.dayState.findMany({ where: { teamId } })
  const zones = await db.dayZone.count({ where: { teamId } })
  return days.filter((day) => day.closedChanges !== day.changes).length + Math.max(0, zones - 1)
}

/**
 * Sums a team's days in rounds until none is open. One round is not enough on PostgreSQL: there a day waits for every
 * older transaction of the server, also of other tests.
 */
export const sumDays = (parts: Parameters<typeof sumClosedDays>[0]) =>
  vi.waitUntil(
    async () => {
      for await (const _ of sumClosedDays(parts));
      return (await countOpenDays(parts.db, parts.teamId)) === 0
    },
    { timeout: 60_000 },
  )
