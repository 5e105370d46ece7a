import { sumClosedDays } from '@/lib/money/ledger'
import type { Db } from '@/lib/platform/db'

/** Returns how many of a team's summed days have changed since. */
export async function countChangedDays(db: Db, teamId: string): Promise<number> {
  const marks = await db.unsummedQuarter.findMany({ where: { teamId } })
  const days = await db.summedDay.findMany({ where: { teamId } })
  return days.filter((day) =>
    marks.some(({ quarter }) => quarter >= day.fromQuarter && quarter < day.toQuarter),
  ).length
}

/** Sums all of a team's past days. */
export async function sumDays(parts: Parameters<typeof sumClosedDays>[0]): Promise<void> {
  for await (const _ of sumClosedDays(parts));
}
