import type { AccountAction, Clock } from '@/lib/kernel'
import {
  type AuditDetail,
  appendInstallationEntry,
  NO_ACTOR,
  recordWithTally,
  toInstallationAuditRow,
} from '@/lib/platform/audit'
import type { Db, Tx } from '@/lib/platform/db'
import { selectUser, selectUserByEmail } from './store'

const ACTIONS = {
  created: 'account.create',
  'signed-in': 'account.sign-in',
  'sign-in-failed': 'account.sign-in-failed',
  'sign-in-limited': 'account.sign-in-limited',
  'signed-out': 'account.sign-out',
  'session-ended': 'account.session-end',
  'password-changed': 'account.password-change',
  'password-refused': 'account.password-refused',
  'password-reset': 'account.password-reset',
  'reset-asked': 'account.reset-ask',
  changed: 'account.change',
  disabled: 'account.disable',
  enabled: 'account.enable',
  deleted: 'account.delete',
  refused: 'account.refused',
  'admin-chosen': 'account.admin',
  'reset-linked': 'account.reset-link',
  'team-makers-chosen': 'installation.team-makers',
  'example-loaded': 'example.load',
  'example-removed': 'example.remove',
} as const satisfies Record<string, AccountAction>

export type AccountEventKind = keyof typeof ACTIONS

/** Events that anybody can cause at will, which are therefore counted by quarter hour, account and source. */
const COUNTED: ReadonlySet<AccountEventKind> = new Set([
  'sign-in-failed',
  'sign-in-limited',
  'reset-asked',
  'password-refused',
  'refused',
])

export interface AccountEvent {
  readonly kind: AccountEventKind
  /** Account that it is about. */
  readonly userId?: string | undefined
  /** The address as typed, if the id is not known. One without an account is not stored. */
  readonly email?: string | undefined
  /** Id of who did it, if it was not the account's own person. */
  readonly byId?: string | undefined
  /** Origin of the event, such as a network address. */
  readonly source?: string | undefined
}

const MAX_SOURCE_LENGTH = 60

/**
 * Records an account event in the installation's audit log. Failed tries are counted by quarter hour, outside a
 * caller's transaction: pass `Db` for those. An address that belongs to nobody is never stored, because people type
 * passwords there.
 */
export async function recordAccountEvent(db: Db, clock: Clock, event: AccountEvent): Promise<void> {
  const { kind, userId, email, byId } = event
  const user =
    userId !== undefined
      ? await selectUser(db, userId)
      : email !== undefined
        ? await selectUserByEmail(db, email.trim().toLowerCase())
        : null
  const by = byId === undefined ? user : await selectUser(db, byId)
  const source = (event.source ?? '').replace(/[^\w.:-]/g, '').slice(0, MAX_SOURCE_LENGTH)
  const actor = by && !isAnonymous(kind) ? { actorId: by.id, actorName: by.name } : NO_ACTOR
  const entry = {
    action: ACTIONS[kind],
    subjectId: user?.id ?? '',
    subjectName: user?.name ?? 'An address without an account',
    detail: source === '' ? {} : { source },
  }
  if (COUNTED.has(kind))
    await recordWithTally(db, toInstallationAuditRow(clock, actor, entry), `${user?.id ?? ''} ${source}`)
  else await appendInstallationEntry(db, clock, actor, entry)
}

/** Records an event of an account whose owner acts, in the transaction that does it; see `recordAccountEvent`. */
export const recordOwnAccountEvent = (
  tx: Tx,
  clock: Clock,
  kind: AccountEventKind,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<void> =>
  appendInstallationEntry(
    tx,
    clock,
    { actorId: id, actorName: name },
    { action: ACTIONS[kind], subjectId: id, subjectName: name },
  )

/**
 * Records what an installation admin does, in the transaction that does it. The subject is empty for the installation
 * itself.
 */
export async function recordAdminEvent(
  tx: Tx,
  clock: Clock,
  who: { readonly id: string },
  event: {
    readonly kind: AccountEventKind
    readonly about?: { readonly id: string; readonly name: string }
    readonly detail?: AuditDetail
  },
): Promise<void> {
  const by = await selectUser(tx, who.id)
  await appendInstallationEntry(tx, clock, by ? { actorId: by.id, actorName: by.name } : NO_ACTOR, {
    action: ACTIONS[event.kind],
    subjectId: event.about?.id ?? '',
    subjectName: event.about?.name ?? 'The installation',
    ...(event.detail && { detail: event.detail }),
  })
}

/** Records that somebody loads or removes an example, in the transaction that does it. */
export const recordExampleEvent = (
  tx: Tx,
  clock: Clock,
  who: { readonly id: string },
  kind: 'example-loaded' | 'example-removed',
): Promise<void> => recordAdminEvent(tx, clock, who, { kind })

/** Returns whether the actor is unknown: who fails to sign in has not shown who they are. */
const isAnonymous = (kind: AccountEventKind): boolean =>
  kind === 'sign-in-failed' || kind === 'sign-in-limited' || kind === 'reset-asked'
