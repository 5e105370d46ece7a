import { newId } from '@/lib/kernel'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import type { AuditAction } from './actions'

export interface NewAuditEntry {
  readonly action: AuditAction
  readonly subjectId: string
  readonly subjectName: string
  /** What changed. Never a secret, a password or a whole key. */
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

export async function insertAuditEntry(
  tx: Tx,
  by: { teamId: string; actorId: string; actorName: string; at: Date },
  { action, subjectId, subjectName, detail = {} }: NewAuditEntry,
): Promise<void> {
  await tx.auditEntry.create({
    data: { id: newId(), ...by, action, subjectId, subjectName, detail: JSON.stringify(detail) },
  })
}

export const selectAuditEntries = (db: Db, ctx: TeamCtx, most: number) =>
  db.auditEntry.findMany({ where: { teamId: ctx.team.id }, orderBy: { id: 'desc' }, take: most })

export const selectEntriesAbout = (
  db: Db,
  teamId: string,
  { actions, subjectIds, since }: { actions: string[]; subjectIds: string[]; since: Date },
) =>
  db.auditEntry.findMany({
    where: { teamId, at: { gte: since }, action: { in: actions }, subjectId: { in: subjectIds } },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
