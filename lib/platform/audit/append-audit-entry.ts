import { type AccountAction, type AuditAction, type AuditField, type Clock, Secret } from '@/lib/kernel'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import { type AuditRow, insertAuditEntry } from './store'

export interface NewAuditEntry<Action extends AuditAction = AuditAction> {
  readonly action: Action
  readonly subjectId: string
  readonly subjectName: string
  readonly detail?: AuditDetail
}

/** Records who did what, in the transaction that does it. Secrets are removed; the seal comes later. */
export const appendAuditEntry = (tx: Db | Tx, ctx: TeamCtx, entry: NewAuditEntry): Promise<void> =>
  insertAuditEntry(tx, toTeamAuditRow(ctx, entry))

/** Team id of entries that belong to the installation and not to a team. */
export const INSTALLATION_TEAM_ID = ''

/** The actor of an event for which nobody can be named. */
export const NO_ACTOR = { actorId: '', actorName: 'Nobody signed in' } as const

/** Records an event of the installation, such as a sign-in. */
export const appendInstallationEntry = (
  tx: Db | Tx,
  clock: Clock,
  by: { readonly actorId: string; readonly actorName: string },
  entry: NewAuditEntry<AccountAction>,
): Promise<void> => insertAuditEntry(tx, toInstallationAuditRow(clock, by, entry))

export const toTeamAuditRow = (ctx: TeamCtx, entry: NewAuditEntry): AuditRow => ({
  teamId: ctx.team.id,
  actorId: ctx.actor.memberId,
  actorName: redactText(ctx.actor.name),
  at: ctx.clock.now(),
  ...safe(entry),
})

export const toInstallationAuditRow = (
  clock: Clock,
  by: { readonly actorId: string; readonly actorName: string },
  entry: NewAuditEntry<AccountAction>,
): AuditRow => ({
  teamId: INSTALLATION_TEAM_ID,
  actorId: by.actorId,
  actorName: redactText(by.actorName),
  at: clock.now(),
  ...safe(entry),
})

const safe = ({ action, subjectId, subjectName, detail = {} }: NewAuditEntry) => ({
  action,
  subjectId: redactText(subjectId),
  subjectName: redactText(subjectName),
  detail: JSON.stringify(redactSecrets(detail)),
})

export type PlainValue = string | number | boolean | null

/** The changes, by field: a value, or the value before and after. Never a secret, a password or a whole key. */
export type AuditDetail = Readonly<
  Partial<Record<AuditField, PlainValue | undefined | { readonly from: PlainValue; readonly to: PlainValue }>>
>

/** Fields all of which the log has words for. */
type InWords<Fields> = Fields & { readonly [Name in Exclude<keyof Fields, AuditField>]: never }

/**
 * Returns the fields that differ, each with its value before and after. A field missing on one side was empty there.
 */
export function diffFields<Fields extends Readonly<Record<string, PlainValue | undefined>>>(
  before: Readonly<Partial<Record<keyof Fields, PlainValue | undefined>>>,
  after: InWords<Fields>,
): AuditDetail {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return Object.fromEntries(
    names.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  )
}

const REDACTED = '[redacted]'

/** Names of fields that may hold a secret, whose values are never stored. */
const SECRET_FIELD = /pass(word|phrase)|secret|token|credential|authori[sz]ation|cookie|continuation/i

/** Returns whether a field of this name may hold a secret. */
export const isSecretFieldName = (name: string): boolean => SECRET_FIELD.test(name)

/**
 * Texts that are secrets wherever they appear, because somebody may paste one into a name. What remains identifies
 * which it was.
 */
const SECRET_TEXTS: readonly (readonly [RegExp, string])[] = [
  [/(xd_live_[\x21-\x7e]{4})[\x21-\x7e]{8,}/g, '$1…'],
  [/\b(https?|smtps?|postgres(?:ql)?):\/\/[^\s/@]*@/gi, `$1://${REDACTED}@`],
  [/(hooks\.slack\.com)\/[^\s"]+/gi, `$1/${REDACTED}`],
  [/\bwhsec_[\w+/=-]+/g, REDACTED],
  [/\bxox[a-z]-[\w-]{8,}/gi, REDACTED],
  [/\beyJ[\w-]{8,}\.[\w.-]+/g, REDACTED],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/((?:__Host-|__Secure-)?(?:next-auth|purser)\.[\w.-]+=)[^;\s"]+/g, `$1${REDACTED}`],
  // Our own tokens have 43 characters; argon2 and hex hashes have more.
  [/\$argon2\S+/g, REDACTED],
  [/(?<![\w-])[\w-]{43,}(?![\w-])/g, REDACTED],
]

const MAX_LENGTH = 500

/** Removes what looks like a secret from a text, and truncates it to 500 characters by default. */
export function redactText(text: string, longest = MAX_LENGTH): string {
  const bare = SECRET_TEXTS.reduce((rest, [secret, instead]) => rest.replace(secret, instead), text)
  return bare.length > longest ? `${bare.slice(0, longest - 1)}…` : bare
}

/** Converts any value to what may be stored in the audit log. Every entry's content passes through here. */
export function redactSecrets(value: unknown, field = ''): unknown {
  if (value instanceof Secret) return REDACTED
  if (isSecretFieldName(field) && value !== null && value !== undefined && typeof value === 'string')
    return REDACTED
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint') return value.toString()
  if (Array.isArray(value)) return value.map((each) => redactSecrets(each, field))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      // `from` and `to` are below the name of what changed.
      redactSecrets(each, `${field} ${name}`),
    ]),
  )
}
