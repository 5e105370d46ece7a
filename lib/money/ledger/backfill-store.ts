import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names Backfill. */

/** A place in a team's entries, from the newest down: before it comes what is not filled yet. */
export interface BackfillPlace {
  readonly at: Date
  readonly entryId: string
}

/** How far a team is; null where nothing was begun. */
export const selectBackfill = (db: Db | Tx, teamId: string) => db.backfill.findUnique({ where: { teamId } })

/** Writes how far a team is, and adds what was filled on the way. `doneAt`: when all of it was. */
export const putBackfill = (
  tx: Tx,
  teamId: string,
  { at, entryId }: BackfillPlace,
  filled: number,
  doneAt: Date | null,
) =>
  tx.backfill.upsert({
    where: { teamId },
    create: { teamId, at, entryId, entries: filled, doneAt },
    update: { at, entryId, entries: { increment: filled }, doneAt },
  })
