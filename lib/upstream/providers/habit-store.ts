import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names CountHabit. */

/** What is known of one list, by a hash of its place. */
export interface HabitRow {
  readonly place: string
  readonly kept: number
  /** The least that the kept pages asked for. */
  readonly leastCount: number
  readonly breaches: number
  readonly askedItems: number | null
  readonly cameItems: number | null
  readonly brokenAt: Date | null
  /** The most items that a page has held, of those that were larger than was to be expected; else 0. */
  readonly largest: number
  /** The same of the weeks before. */
  readonly largestBefore: number
}

export const selectHabits = (db: Db | Tx, teamId: string, places: readonly string[]): Promise<HabitRow[]> =>
  db.countHabit.findMany({ where: { teamId, place: { in: [...places] } } })

/** Pages in a row that kept to their counts, and the least of these. */
export interface KeptPages {
  readonly pages: number
  readonly leastCount: number
}

/** Adds pages that kept to their counts, in one statement: two processes may do so at once. */
export const addKept = (
  tx: Tx,
  teamId: string,
  place: string,
  { pages, leastCount }: KeptPages,
) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "leastCount", "breaches")
  VALUES (${teamId}, ${place}, ${pages}, ${leastCount}, 0)
  ON CONFLICT ("teamId", "place") DO UPDATE SET "kept" = "CountHabit"."kept" + ${pages},
    "leastCount" = CASE WHEN "CountHabit"."kept" > 0 AND "CountHabit"."leastCount" < ${leastCount}
      THEN "CountHabit"."leastCount" ELSE ${leastCount} END`

/** Notes a page that was larger than was to be expected. */
export const noteLargest = (
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

/** Where the weeks of the largest pages have begun before a moment, new ones begin, and those before them are forgotten. */
export const turnLargest = (db: Db, before: Date, at: Date) => db.$executeRaw`
  UPDATE "CountHabit" SET "largestBefore" = "largest", "largest" = 0, "largestFrom" = ${at}
  WHERE "largestFrom" < ${before} AND ("largest" > 0 OR "largestBefore" > 0)`

/** A page that held more than was asked for. */
export interface Breach {
  readonly askedItems: number
  readonly cameItems: number
  readonly at: Date
}

/** Forgets the pages that kept to their counts, but those after the breach. */
export const breakHabit = (
  tx: Tx,
  teamId: string,
  place: string,
  { askedItems, cameItems, at }: Breach,
  since: KeptPages,
) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "leastCount", "breaches", "askedItems", "cameItems",
    "brokenAt")
  VALUES (${teamId}, ${place}, ${since.pages}, ${since.leastCount}, 1, ${askedItems}, ${cameItems}, ${at})
  ON CONFLICT ("teamId", "place") DO UPDATE SET "kept" = ${since.pages}, "leastCount" = ${since.leastCount},
    "breaches" = "CountHabit"."breaches" + 1,
    "askedItems" = ${askedItems}, "cameItems" = ${cameItems}, "brokenAt" = ${at}`
