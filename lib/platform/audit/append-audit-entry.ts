import type { Clock } from '@/lib/kernel'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import type { AccountAction, AuditAction } from './actions'
import type { AuditDetail } from './detail'
import { type AuditRow, insertAuditEntry } from './store'
import { textWithoutSecrets, withoutSecrets } from './without-secrets'

export interface NewAuditEntry<Action extends AuditAction = AuditAction> {
  readonly action: Action
  readonly subjectId: string
  readonly subjectName: string
  readonly detail?: AuditDetail
}

/** Records who did what, in the transaction that does it. Secrets are removed; the seal comes later. */
export const appendAuditEntry = (tx: Db | Tx, ctx: TeamCtx, entry: NewAuditEntry): Promise<void> =>
  insertAuditEntry(tx, teamRow(ctx, entry))

/** Team id of entries that belong to the installation and not to a team. */
export const INSTALLATION = ''

/** The actor of an event for which nobody can be named. */
export const NOBODY = { actorId: '', actorName: 'Nobody signed in' } as const

/** Records an event of the installation, such as a sign-in. */
export const appendInstallationEntry = (
  tx: Db | Tx,
  clock: Clock,
  by: { readonly actorId: string; readonly actorName: string },
  entry: NewAuditEntry<AccountAction>,
): Promise<void> => insertAuditEntry(tx, installationRow(clock, by, entry))

export const teamRow = (ctx: TeamCtx, entry: NewAuditEntry): AuditRow => ({
  teamId: ctx.team.id,
  actorId: ctx.actor.memberId,
  actorName: textWithoutSecrets(ctx.actor.name),
  at: ctx.clock.now(),
  ...safe(entry),
})

export const installationRow = (
  clock: Clock,
  by: { readonly actorId: string; readonly actorName: string },
  entry: NewAuditEntry<AccountAction>,
): AuditRow => ({
  teamId: INSTALLATION,
  actorId: by.actorId,
  actorName: textWithoutSecrets(by.actorName),
  at: clock.now(),
  ...safe(entry),
})

const safe = ({ action, subjectId, subjectName, detail = {} }: NewAuditEntry) => ({
  action,
  subjectId: textWithoutSecrets(subjectId),
  subjectName: textWithoutSecrets(subjectName),
  detail: JSON.stringify(withoutSecrets(detail)),
})
