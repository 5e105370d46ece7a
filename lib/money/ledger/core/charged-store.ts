import type { Clock } from '@/lib/kernel'
import { dayBefore } from '@/lib/platform/calendar'
import { type Db, joinSql, sql, type Tx } from '@/lib/platform/db'

/** The only file that names ChargedItem. */

/** The items of a page whose service charges each item once a day. `day` is null if it charges them every time. */
export interface DailyChargedItems {
  readonly walletId: string
  /** Part of the key, because the ids of posts and people are independent of each other. */
  readonly kind: string
  readonly day: string | null
  readonly itemIds: readonly string[]
}

/** Maximum number of rows in one statement. */
const MAX_ROWS = 1000

/**
 * Records which items were charged on their day, in the transaction that books their pages. Returns for each page how
 * many of its items are charged: those that no earlier page brought on that day.
 */
export async function recordChargedItems(
  tx: Tx,
  teamId: string,
  pages: readonly DailyChargedItems[],
): Promise<readonly number[]> {
  const wanted = new Map<string, readonly string[]>()
  for (const { walletId, kind, day, itemIds } of pages)
    if (day !== null)
      for (const id of itemIds) wanted.set(nameOf(walletId, day, kind, id), [walletId, day, kind, id])
  if (wanted.size === 0) return pages.map(({ itemIds }) => itemIds.length)
  // Every transaction inserts in the same order, so that two of them cannot deadlock.
  const rows = [...wanted].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
  const unseen = new Set<string>()
  for (let at = 0; at < rows.length; at += MAX_ROWS) {
    const values = rows.slice(at, at + MAX_ROWS).map((row) => sql`(${teamId}, ${joinSql([...row])})`)
    const added = await tx.$queryRaw<{ walletId: string; day: string; kind: string; itemId: string }[]>`
      INSERT INTO "ChargedItem" ("teamId", "walletId", "day", "kind", "itemId") VALUES ${joinSql(values)}
      ON CONFLICT DO NOTHING RETURNING "walletId", "day", "kind", "itemId"`
    for (const { walletId, day, kind, itemId } of added) unseen.add(nameOf(walletId, day, kind, itemId))
  }
  return pages.map(({ walletId, kind, day, itemIds }) => {
    if (day === null) return itemIds.length
    // An item is charged to the first page of the transaction that brings it.
    return itemIds.filter((id) => unseen.delete(nameOf(walletId, day, kind, id))).length
  })
}

const nameOf = (...parts: readonly string[]): string => JSON.stringify(parts)

/** Deletes the charged items of days before `day`, at most `limit` of them. Returns their number. */
const deleteChargedBefore = (db: Db, day: string, limit: number): Promise<number> => db.$executeRaw`
  DELETE FROM "ChargedItem" WHERE ("teamId", "walletId", "day", "kind", "itemId") IN (
    SELECT "teamId", "walletId", "day", "kind", "itemId" FROM "ChargedItem" WHERE "day" < ${day} LIMIT ${limit})`

const BATCH = 5000
/** Number of days after which a day is over in every time zone. */
const KEPT_DAYS = 2

/** Deletes the charged items of days that are over in every zone, because an item is charged again on the next day. */
export async function deleteOldChargedItems(
  db: Db,
  clock: Clock,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const { date } = dayBefore(clock.now(), 'UTC', KEPT_DAYS)
  while ((await deleteChargedBefore(db, date, BATCH)) === BATCH) if (!(await goesOn())) return
}
