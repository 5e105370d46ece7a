import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names CountHabit. */

/** What is known of one list, by a hash of its place. */
export interface HabitRow {
  readonly place: string
  readonly kept: number
  readonly breaches: number
  readonly askedItems: number | null
  readonly cameItems: number | null
  readonly brokenAt: Date | null
}

export const selectHabits = (db: Db | Tx, teamId: string, places: readonly string[]): Promise<HabitRow[]> =>
  db.countHabit.findMany({ where: { teamId, place: { in: [...places] } } })

/** Adds pages that kept to their counts, in one statement: two processes may do so at once. */
export const addKept = (tx: Tx, teamId: string, place: string, pages: number) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "breaches") VALUES (${teamId}, ${place}, ${pages}, 0)
  ON CONFLICT ("teamId", "place") DO UPDATE SET "kept" = "CountHabit"."kept" + ${pages}`

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
  keptSince: number,
) => tx.$executeRaw`
  INSERT INTO "CountHabit" ("teamId", "place", "kept", "breaches", "askedItems", "cameItems", "brokenAt")
  VALUES (${teamId}, ${place}, ${keptSince}, 1, ${askedItems}, ${cameItems}, ${at})
  ON CONFLICT ("teamId", "place") DO UPDATE SET "kept" = ${keptSince}, "breaches" = "CountHabit"."breaches" + 1,
    "askedItems" = ${askedItems}, "cameItems" = ${cameItems}, "brokenAt" = ${at}`
