import { AppError, conflict, type Priority, requireAdmin } from '@/lib/kernel'
import { appendBalanceReading, type ReadingSource } from '@/lib/money/wallets'
import { type Cache, createCache } from '@/lib/platform/cache'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { withoutRequest } from '@/lib/platform/process'
import type { Answer, KeyInfo } from '@/lib/upstream/client'
import type { Pacers } from '@/lib/upstream/pacing'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { createSingleFlight, fetchKeyInfo, type UpstreamAccess } from './access'
import { resolveKeyRate } from './key-rate'
import { resumeWallet } from './resume-wallet'
import {
  markKeyAccepted,
  markKeyRefused,
  selectKey,
  selectKeys,
  selectUncheckedKeys,
  selectUnusableKeys,
  updateKey,
} from './store'
import { findUsableKey, getStoredKey, keyPacer, type StoredKey } from './stored-key'
import { loadKeyForUse, type ReadyKey } from './take-key'

/**
 * Asks the upstream about a stored key. Stores its rate and balance, resumes the queues of its wallet's keys after an
 * empty wallet, and marks it as refused if the upstream no longer accepts it. Throws `upstream` with the reason.
 * Admins only.
 */
export async function checkKey(ctx: TeamCtx, access: UpstreamAccess, keyId: string): Promise<void> {
  requireAdmin(ctx, 'check keys')
  const upstream = await access.upstreams.for(ctx)
  const key = await loadKeyForUse(ctx, access, await getStoredKey(ctx, keyId), upstream)
  if (upstream.provider.account === null)
    throw conflict(
      `${upstream.provider.name} tells nothing about a key, so it cannot be checked. It is tried with each call.`,
    )
  // Requesting a check lets the calls continue, whatever the answer is.
  key.pacer.resume()
  const asking = { upstream, source: 'key-checked', priority: 'interactive' } as const
  const { answer } = await refreshKeyAccount(ctx, access, key, asking)
  if (!answer.ok) throw new AppError('upstream', answer.problem.message)
}

interface AccountQuestion {
  readonly upstream: TeamUpstream
  readonly source: ReadingSource
  readonly priority: Priority
}

/** The account's answer about a key, and the wallet's reading from it; null if there is none. */
interface AskedAccount {
  readonly answer: Answer<KeyInfo>
  readonly reading:
    | ({ readonly balanceNano: bigint } & Awaited<ReturnType<typeof appendBalanceReading>>)
    | null
}

/**
 * Asks the account about a stored key, in the key's queue, and stores the answer: the key's limit and its wallet's
 * balance, that a refused key is accepted again, or that the key is refused. Nothing else judges a key. The queues of
 * the wallet's keys resume if it is no longer empty.
 */
export async function refreshKeyAccount(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { row, secret, pacer }: ReadyKey,
  { upstream, source, priority }: AccountQuestion,
): Promise<AskedAccount> {
  // An empty wallet stopped the queue, and only a reading can show a top-up.
  const { halted } = pacer.figures()
  pacer.resume()
  const { answer, askedAt } = await fetchKeyInfo(upstream, pacer, secret, ctx.clock, { priority })
  const isStillEmpty = !answer.ok || answer.value.balanceNano <= 0n
  if (halted !== null && isStillEmpty) pacer.halt(new AppError('upstream', halted))
  if (!answer.ok) {
    if (answer.problem.kind === 'key_refused') await markRefused(ctx, access, row)
    return { answer, reading: null }
  }
  const { balanceNano, expiringNano } = answer.value
  const rate = resolveKeyRate(upstream.provider, answer.value, row)
  const { keyRef, requestsPerSecond, windowMs, rateSource } = row
  // Keeps what an admin typed meanwhile, unless the account reports the limit, and never changes the limit of another
  // text.
  const still =
    answer.value.requestsPerSecond === null ? { keyRef, requestsPerSecond, windowMs, rateSource } : { keyRef }
  let isNow = false
  const beside = await transaction(ctx.db, async (tx) => {
    isNow = (await updateKey(tx, ctx.team.id, row.id, rate, still)) > 0
    await updateKey(tx, ctx.team.id, row.id, { checkedAt: ctx.clock.now(), isUnchecked: false })
    if (row.status === 'refused') await markKeyAccepted(tx, row)
    const reading = { walletId: row.walletId, keyId: row.id, balanceNano, expiringNano, source, askedAt }
    return appendBalanceReading(tx, ctx, { ...reading, settlingMs: upstream.provider.chargeDelayMs })
  })
  if (isNow) keyPacer(access, { ...row, ...rate })
  if (balanceNano > 0n) await resumeWallet(ctx, access, row.walletId)
  return { answer, reading: { balanceNano, ...beside } }
}

/** Marks a key as refused, unless another has replaced it meanwhile or it was disabled. */
async function markRefused(ctx: TeamCtx, access: UpstreamAccess, row: StoredKey): Promise<void> {
  if (await markKeyRefused(ctx.db, row, ctx.clock.now())) access.pacers.drop(row.id)
}

const AT_ONCE = 20

/** Checks the team's keys that were stored while the upstream could not be asked, until it fails to answer again. */
export async function checkUncheckedKeys(
  ctx: TeamCtx,
  access: UpstreamAccess,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const unchecked = await selectUncheckedKeys(ctx.db, ctx.team.id, AT_ONCE)
  if (unchecked.length === 0 || (await access.upstreams.for(ctx)).provider.account === null) return
  for (const { id } of unchecked) {
    if (!(await goesOn())) return
    try {
      await checkKey(ctx, access, id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A refused key shows by its state and an alert. Without an answer, the others would wait in vain.
      if (await isStillUnchecked(ctx, id)) return
    }
  }
}

const isStillUnchecked = async ({ db, team }: TeamCtx, id: string): Promise<boolean> =>
  (await selectUncheckedKeys(db, team.id, AT_ONCE)).some((key) => key.id === id)

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
export function diagnoseKeyRefusal(ctx: TeamCtx, access: UpstreamAccess, { id, keyRef }: StoredKey): void {
  const now = () => ctx.clock.monotonic()
  const known = asked.get(access.pacers) ?? createCache<true>({ max: 1000, life: { ms: ASK_AGAIN_MS, now } })
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
    const key = await loadKeyForUse(ctx, access, await getStoredKey(ctx, keyId), upstream)
    await refreshKeyAccount(ctx, access, key, { upstream, source: 'key-checked', priority })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Returns whether another text has replaced a key's since its row was read. */
export async function isReplaced(ctx: TeamCtx, { id, keyRef }: StoredKey): Promise<boolean> {
  const now = await selectKey(ctx.db, ctx.team.id, id)
  return now !== null && now.keyRef !== keyRef
}

/** A key that joined a queue was usable a moment ago, so what leaves sooner needs no second look. */
const SOON_MS = 2000

/** Returns the keys at which calls of this process wait for long. */
export const listCongestedKeys = ({ pacers }: Pick<UpstreamAccess, 'pacers'>): readonly string[] =>
  pacers.list().flatMap(({ keyId, pacer }) => ((pacer.figures().lastLeavesInMs ?? 0) > SOON_MS ? keyId : []))

/** Rejects the calls that wait for those of the keys that another process has disabled, deleted or found refused. */
export async function rejectCallsOfUnusableKeys(
  { db, team }: TeamCtx,
  { pacers }: Pick<UpstreamAccess, 'pacers'>,
  keyIds: readonly string[],
): Promise<void> {
  for (const { id } of await selectUnusableKeys(db, team.id, keyIds)) pacers.drop(id)
}

/** Number of questions about a key that is refused too often before its known rate is kept. */
const TRIES = 3

/** Questions under way, by key. */
const shareRefresh = createSingleFlight<void>()

/**
 * Asks the upstream for a key's rate. If it differs from the stored one, stores it with the balance and asks for those
 * of the wallet's other keys in use, which have the same pack. Urgent questions go before the calls that wait for the
 * key. Costs one request of the key's pace, and writes nothing while the rate is the same. A key that cannot be used,
 * or an upstream that does not answer, changes nothing.
 */
export const refreshRate = (
  ctx: TeamCtx,
  access: UpstreamAccess,
  keyId: string,
  isUrgent: boolean,
): Promise<void> =>
  shareRefresh(access.pacers, keyId, async () => {
    const changed = await askForRate(ctx, access, keyId, isUrgent)
    if (!changed) return
    const others = (await selectKeys(ctx.db, ctx.team.id)).filter(
      ({ id, walletId }) => walletId === changed.walletId && id !== keyId && access.pacers.find(id) !== null,
    )
    for (const { id } of others) await askForRate(ctx, access, id, isUrgent)
  })

/** Returns the key if its rate has changed. */
async function askForRate(
  ctx: TeamCtx,
  access: UpstreamAccess,
  keyId: string,
  isUrgent: boolean,
): Promise<StoredKey | null> {
  try {
    const found = await findUsableKey(ctx, keyId)
    if ('kind' in found) return null
    const upstream = await access.upstreams.for(ctx)
    // Otherwise the rate is the provider's own, or what an admin set, and no answer can change it.
    if (!upstream.provider.account?.rate) return null
    const { row, secret, pacer } = await loadKeyForUse(ctx, access, found, upstream)
    const asking = isUrgent ? ({ priority: 'interactive', again: true } as const) : SOMETIME
    for (let tries = 1; ; tries++) {
      const { answer, askedAt } = await fetchKeyInfo(upstream, pacer, secret, ctx.clock, asking)
      if (!answer.ok && answer.problem.kind === 'rate_limited' && isUrgent && tries < TRIES) continue
      if (!answer.ok || answer.value.requestsPerSecond === row.requestsPerSecond) return null
      const { balanceNano, expiringNano } = answer.value
      const rate = resolveKeyRate(upstream.provider, answer.value, row)
      await transaction(ctx.db, async (tx) => {
        await updateKey(tx, ctx.team.id, keyId, { ...rate, isUnchecked: false })
        const { walletId } = row
        const settlingMs = upstream.provider.chargeDelayMs
        const balance = { balanceNano, expiringNano }
        const reading = { walletId, keyId, ...balance, source: 'schedule', askedAt, settlingMs } as const
        await appendBalanceReading(tx, ctx, reading)
      })
      keyPacer(access, { ...row, ...rate })
      return row
    }
  } catch (error) {
    // The calls that wait for the key meet the same problem and report it.
    if (error instanceof AppError) return null
    throw error
  }
}

const SOMETIME = { priority: 'schedule' } as const
