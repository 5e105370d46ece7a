import { AppError, type Priority } from '@/lib/kernel'
import { appendBalanceReading, type ReadingSource } from '@/lib/money/wallets'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import type { Answer, KeyInfo } from '@/lib/upstream/client'
import type { TeamUpstream } from '@/lib/upstream/providers'
import { askKeyInfo, type UpstreamAccess } from './access'
import { keyRate } from './key-rate'
import { resumeWallet } from './resume-wallet'
import { acceptKey, refuseKey, updateKey } from './store'
import { pacerOf, type StoredKey } from './stored-key'
import type { KeyInUse } from './take-key'

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
export async function askAccount(
  ctx: TeamCtx,
  access: UpstreamAccess,
  { row, secret, pacer }: KeyInUse,
  { upstream, source, priority }: AccountQuestion,
): Promise<AskedAccount> {
  // An empty wallet stopped the queue, and only a reading can show a top-up.
  const { halted } = pacer.figures()
  pacer.resume()
  const { answer, askedAt } = await askKeyInfo(upstream, pacer, secret, ctx.clock, { priority })
  const isStillEmpty = !answer.ok || answer.value.balanceNano <= 0n
  if (halted !== null && isStillEmpty) pacer.halt(new AppError('upstream', halted))
  if (!answer.ok) {
    if (answer.problem.kind === 'key_refused') await markRefused(ctx, access, row)
    return { answer, reading: null }
  }
  const { balanceNano, expiringNano } = answer.value
  const rate = keyRate(upstream.provider, answer.value, row)
  const { keyRef, requestsPerSecond, windowMs, rateSource } = row
  // Keeps what an admin typed meanwhile, unless the account reports the limit, and never changes the limit of another
  // text.
  const still =
    answer.value.requestsPerSecond === null ? { keyRef, requestsPerSecond, windowMs, rateSource } : { keyRef }
  let isNow = false
  const beside = await transaction(ctx.db, async (tx) => {
    isNow = (await updateKey(tx, ctx.team.id, row.id, rate, still)) > 0
    await updateKey(tx, ctx.team.id, row.id, { checkedAt: ctx.clock.now(), isUnchecked: false })
    if (row.status === 'refused') await acceptKey(tx, row)
    const reading = { walletId: row.walletId, keyId: row.id, balanceNano, expiringNano, source, askedAt }
    return appendBalanceReading(tx, ctx, { ...reading, settlingMs: upstream.provider.chargeDelayMs })
  })
  if (isNow) pacerOf(access, { ...row, ...rate })
  if (balanceNano > 0n) await resumeWallet(ctx, access, row.walletId)
  return { answer, reading: { balanceNano, ...beside } }
}

/** Marks a key as refused, unless another has replaced it meanwhile or it was disabled. */
async function markRefused(ctx: TeamCtx, access: UpstreamAccess, row: StoredKey): Promise<void> {
  if (await refuseKey(ctx.db, row, ctx.clock.now())) access.pacers.drop(row.id)
}
