import { AppError } from '@/lib/kernel'
import { type Cache, createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { withoutRequest } from '@/lib/platform/process'
import type { Pacers } from '@/lib/upstream/pacing'
import type { UpstreamAccess } from './access'
import { askAccount } from './ask-account'
import { selectKey } from './store'
import { getStoredKey, type StoredKey } from './stored-key'
import { takeKey } from './take-key'

/** Minimum time between questions: a list of protected accounts may bring such answers many times a second. */
const ASK_AGAIN_MS = 60_000

/**
 * Keys that were asked about in the last minute. The pacers stand for their process, because tests have several in
 * one.
 */
const asked = new WeakMap<Pacers, Cache<true>>()

/**
 * Asks the account whether a call was not allowed because of its key or because of its request, at most once a minute
 * per key. Returns at once. If the service has no account, nothing judges its keys.
 */
export function judgeKey(ctx: TeamCtx, access: UpstreamAccess, { id, keyRef }: StoredKey): void {
  const now = () => ctx.clock.monotonic()
  const known = asked.get(access.pacers) ?? createCache<true>({ most: 1000, life: { ms: ASK_AGAIN_MS, now } })
  asked.set(access.pacers, known)
  const name = `${id} ${keyRef}`
  if (known.get(name)) return
  known.set(name, true)
  // If the account cannot be asked now, the next such answer leads to another try.
  withoutRequest(() => recheckKey(ctx, access, id, 'interactive')).catch(() => undefined)
}

/**
 * Asks the account about a key on behalf of Purser itself. Returns nothing: the key's state and its alert show the
 * result.
 */
export async function recheckKey(
  ctx: TeamCtx,
  access: UpstreamAccess,
  keyId: string,
  priority: 'interactive' | 'schedule' = 'schedule',
): Promise<void> {
  const upstream = await access.upstreams.for(ctx)
  if (upstream.provider.account === null) return
  try {
    const key = await takeKey(ctx, access, await getStoredKey(ctx, keyId), upstream)
    await askAccount(ctx, access, key, { upstream, source: 'key-checked', priority })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Returns whether another text has replaced a key's since its row was read. */
export async function isReplaced(ctx: TeamCtx, { id, keyRef }: StoredKey): Promise<boolean> {
  const now = await selectKey(ctx.db, ctx.team.id, id)
  return now !== null && now.keyRef !== keyRef
}
