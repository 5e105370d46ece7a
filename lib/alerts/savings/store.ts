import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names HiddenSaving. */

export const selectHiddenSavings = (db: Db | Tx, teamId: string, now: Date) =>
  db.hiddenSaving.findMany({
    where: { teamId, hiddenUntil: { gt: now } },
    select: { kind: true, subjectId: true },
  })

export const putHiddenSaving = (
  tx: Tx,
  key: { teamId: string; kind: string; subjectId: string },
  hiddenUntil: Date,
) =>
  tx.hiddenSaving.upsert({
    where: { teamId_kind_subjectId: key },
    create: { ...key, hiddenUntil },
    update: { hiddenUntil },
  })

export const deleteHiddenSavingsBefore = (tx: Tx, teamId: string, now: Date) =>
  tx.hiddenSaving.deleteMany({ where: { teamId, hiddenUntil: { lte: now } } })
