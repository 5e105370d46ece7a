import {
  AppError,
  conflict,
  notFound,
  type OperationName,
  type Rate,
  type Secret,
  toRequestsPerSecond,
} from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { ListForm } from '@/lib/upstream/client'
import type { Pacer } from '@/lib/upstream/pacing'
import type { UpstreamAccess } from './access'
import { storedKeyRate } from './key-rate'
import { selectKey } from './store'

export type StoredKey = NonNullable<Awaited<ReturnType<typeof selectKey>>>

/** Returns a key's row, for the verbs of this folder and for runs. Throws `not_found`. */
export async function getStoredKey(ctx: TeamCtx, keyId: string): Promise<StoredKey> {
  const row = await selectKey(ctx.db, ctx.team.id, keyId)
  if (!row) throw notFound('The key')
  return row
}

/** Why a key cannot be used, as a code and as a sentence that says what to do. */
interface Unusable {
  readonly kind: 'key_disabled' | 'key_refused' | 'wallet_paused'
  readonly message: string
}

const DELETED: Unusable = {
  kind: 'key_disabled',
  message: 'This key was deleted. Choose another one, or ask an admin to add it again.',
}

const UNUSABLE: Readonly<Record<string, Unusable>> = {
  disabled: {
    kind: 'key_disabled',
    message: 'This key is disabled. Choose another one, or ask an admin to enable it.',
  },
  refused: {
    kind: 'key_refused',
    message:
      'The API refuses this key. Purser asks again by itself whether it is accepted. Choose another one, or ask an admin to replace it.',
  },
}

const PAUSED: Unusable = {
  kind: 'wallet_paused',
  message:
    'The key’s wallet is paused while an admin checks who spends from it. Try again when that is over.',
}

const EXAMPLE: Unusable = {
  kind: 'key_disabled',
  message: 'This key is part of the example and cannot call the API. Run searches in a team of your own.',
}

const isOfExample = ({ sealed, reference }: StoredKey): boolean => sealed === null && reference === null

const whyNot = (row: StoredKey): Unusable | null =>
  isOfExample(row) ? EXAMPLE : (UNUSABLE[row.status] ?? (row.wallet.pausedAt === null ? null : PAUSED))

/** Returns a usable key, or the reason why it cannot be used. */
export async function findUsableKey(ctx: TeamCtx, keyId: string): Promise<StoredKey | Unusable> {
  const row = await selectKey(ctx.db, ctx.team.id, keyId)
  return row ? (whyNot(row) ?? row) : DELETED
}

/** Returns a usable key. Throws `conflict` with what to do if it is disabled, refused or paused. */
export async function getUsableKey(ctx: TeamCtx, keyId: string): Promise<StoredKey> {
  const row = await getStoredKey(ctx, keyId)
  const unusable = whyNot(row)
  if (unusable) throw conflict(unusable.message)
  return row
}

/** Returns since when a row has its text, in milliseconds. Of two rows of a key, the newer has the higher number. */
export const replacedAtMs = ({ replacedAt }: Pick<StoredKey, 'replacedAt'>): number =>
  replacedAt?.getTime() ?? 0

/** Returns a later time than the row's, even if a clock was set back. */
export const nextReplacedAt = (row: Pick<StoredKey, 'replacedAt'>, now: Date): Date =>
  new Date(Math.max(now.getTime(), replacedAtMs(row) + 1))

/** Returns the queue of a stored key's calls, at the pace of the upstream key that the row names. */
export const keyPacer = ({ pacers }: Pick<UpstreamAccess, 'pacers'>, row: StoredKey): Pacer =>
  pacers.for(row.id, storedKeyRate(row), row.keyRef, replacedAtMs(row))

/**
 * Returns the id of the service that a key was added for. A key that predates the choice of services belongs to the
 * deployment's.
 */
export const keyServiceId = (
  { service }: Pick<StoredKey, 'service'>,
  upstreams: { readonly id: string },
): string => service ?? upstreams.id

/**
 * Returns the queue of a stored key's calls for one list, a separate one if the service counts by path. A limit that
 * an admin typed holds for each list that could run faster.
 */
export const listPacer = (
  access: Pick<UpstreamAccess, 'pacers'>,
  row: StoredKey,
  { rate }: Pick<ListForm, 'rate'>,
  operation: OperationName,
): Pacer =>
  rate === null
    ? keyPacer(access, row)
    : access.pacers.for(row.id, listRate(row, rate), row.keyRef, replacedAtMs(row), operation)

/** Returns how fast a list may be called with a key. `rate` is the list's own limit; null: the key's counts. */
export function listRate(row: StoredKey, rate: ListForm['rate']): Rate {
  const ofKey = storedKeyRate(row)
  if (rate === null) return ofKey
  const ofList = { requests: rate.requests, windowMs: rate.perMs }
  return row.rateSource === 'admin' && toRequestsPerSecond(ofKey) < toRequestsPerSecond(ofList)
    ? ofKey
    : ofList
}

/** Opens the secret of a key that is stored sealed, only to be sent; see `loadKeyForUse`. */
export function openKey(access: Pick<UpstreamAccess, 'vault'>, row: StoredKey): Secret {
  if (row.sealed === null)
    throw new AppError('unavailable', 'This key has no secret stored any more. Add it again.')
  return access.vault.open(row.sealed, { teamId: row.teamId, keyId: row.id })
}
