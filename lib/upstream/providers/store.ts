import type { Db, Tx } from '@/lib/platform/db'
import type { ServiceChoice } from './services'

/** The only file that names TeamProvider. */

export interface StoredServiceChoice extends ServiceChoice {
  /** JSON. */
  readonly overrides: string
  readonly changedBy: string
  readonly changedAt: Date
}

export async function selectServiceChoice(db: Db | Tx, teamId: string): Promise<StoredServiceChoice | null> {
  const [row] = await db.$queryRaw<
    (Omit<StoredServiceChoice, 'isSandbox'> & { isSandbox: boolean | number | bigint })[]
  >`
    SELECT "provider", "isSandbox", "overrides", "changedBy", "changedAt" FROM "TeamProvider" WHERE "teamId" = ${teamId}`
  return row ? { ...row, isSandbox: Boolean(row.isSandbox) } : null
}

export const upsertServiceChoice = (tx: Tx, teamId: string, row: StoredServiceChoice) =>
  tx.teamProvider.upsert({ where: { teamId }, create: { teamId, ...row }, update: row })

export const deleteServiceChoice = (tx: Tx, teamId: string) =>
  tx.teamProvider.deleteMany({ where: { teamId } })

/** The only file that names CountHabit. */

/** Findings about one list, keyed by the hash of its place. */
export interface HabitRow {
  readonly place: string
  readonly kept: number
  /** Minimum count among the kept pages. */
  readonly leastCount: number
  readonly breaches: number
  readonly askedItems: number | null
  readonly cameItems: number | null
  readonly brokenAt: Date | null
  /** Maximum number of items in a page, among pages larger than expected; else 0. */
  readonly largest: number
  /** The same for the preceding weeks. */
  readonly largestBefore: number
}

export const selectHabits = (db: Db | Tx, teamId: string, places: readonly string[]): Promise<HabitRow[]> =>
  db.countHabit.findMany({ where: { teamId, place: { in: [...places] } } })

/** Consecutive pages that kept to their counts, and the smallest of these counts. */
export interface CompliantPages {
  readonly pages: number
  readonly leastCount: number
}

/** Adds pages that kept to their counts. One statement, because two processes may do so at once. */
export const addCompliantPages = (
  tx: Tx,
  teamId: string,
  place: string,
  { pages, leastCount }: CompliantPages,
) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "leastCount", "breaches")
  VALUES (${teamId}, ${place}, ${pages}, ${leastCount}, 0)
  ON CONFLICT ("teamId", "place") DO UPDATE SET "kept" = "CountHabit"."kept" + ${pages},
    "leastCount" = CASE WHEN "CountHabit"."kept" > 0 AND "CountHabit"."leastCount" < ${leastCount}
      THEN "CountHabit"."leastCount" ELSE ${leastCount} END`

/** Records a page that was larger than expected. */
export const recordLargestPage = (
  tx: Tx,
  teamId: string,
  place: string,
  largest: number,
  at: Date,
) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "leastCount", "breaches", "largest", "largestFrom")
  VALUES (${teamId}, ${place}, 0, 0, 0, ${largest}, ${at})
  ON CONFLICT ("teamId", "place") DO UPDATE SET "largest" = ${largest},
    "largestFrom" = COALESCE("CountHabit"."largestFrom", ${at})
  WHERE "CountHabit"."largest" < ${largest}`

/**
 * Starts new weeks where the current ones began before a moment, and forgets the largest pages of the weeks before
 * them.
 */
export const rotateLargestPages = (db: Db, before: Date, at: Date) => db.$executeRaw`
  UPDATE "CountHabit" SET "largestBefore" = "largest", "largest" = 0, "largestFrom" = ${at}
  WHERE "largestFrom" < ${before} AND ("largest" > 0 OR "largestBefore" > 0)`

/** A page that held more than was asked for. */
export interface CountBreach {
  readonly askedItems: number
  readonly cameItems: number
  readonly at: Date
}

/** Forgets the pages that kept to their counts, except those after the breach. */
export const resetCompliantPages = (
  tx: Tx,
  teamId: string,
  place: string,
  { askedItems, cameItems, at }: CountBreach,
  since: CompliantPages,
) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "leastCount", "breaches", "askedItems", "cameItems",
    "brokenAt")
  VALUES (${teamId}, ${place}, ${since.pages}, ${since.leastCount}, 1, ${askedItems}, ${cameItems}, ${at})
  ON CONFLICT ("teamId", "place") DO UPDATE SET "kept" = ${since.pages}, "leastCount" = ${since.leastCount},
    "breaches" = "CountHabit"."breaches" + 1,
    "askedItems" = ${askedItems}, "cameItems" = ${cameItems}, "brokenAt" = ${at}`

/** The only file that names LookedUpUser. */

/** A user by the handle that was typed, at a service by its id, whatever its address. */
export interface ServiceUser {
  readonly teamId: string
  readonly service: string
  /** In lower case, without @. */
  readonly handle: string
}

/** Returns the numeric id of a user from an earlier look-up; null if there was none. */
export async function findStoredUserId(
  db: Db,
  { teamId, service, handle }: ServiceUser,
): Promise<string | null> {
  const row = await db.lookedUpUser.findUnique({
    where: { teamId_service_handle: { teamId, service, handle } },
  })
  return row?.userId ?? null
}

/** Remembers an id permanently. If two processes looked the same user up, the first entry stays. */
export const storeUserId = (
  tx: Tx,
  { teamId, service, handle }: ServiceUser,
  userId: string,
  at: Date,
): Promise<number> => tx.$executeRaw`
  INSERT INTO "LookedUpUser" ("teamId", "service", "handle", "userId", "at")
  VALUES (${teamId}, ${service}, ${handle}, ${userId}, ${at})
  ON CONFLICT ("teamId", "service", "handle") DO NOTHING`
