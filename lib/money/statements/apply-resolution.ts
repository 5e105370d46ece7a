import { type Nano, notFound } from '@/lib/kernel'
import { holdsOf, releaseHolds, settleHolds } from '@/lib/money/budgets'
import { findUnknown, resolveAttempt } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'

export interface Finding {
  readonly attemptId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly proof: 'readings' | 'note'
  readonly note: string
  readonly resolvedById: string | null
  readonly resolvedByName: string
}

/** A call whose answer was lost, as stored in the ledger. */
export type UnknownCall = NonNullable<Awaited<ReturnType<typeof findUnknown>>>

/**
 * Records the resolution of an unknown call. What it held of budgets becomes spent or free. `chargeOf` returns the
 * cost of its items. Returns the call. Throws `not_found`, and `conflict` if it is already resolved.
 */
export async function applyResolution(
  tx: Tx,
  ctx: TeamCtx,
  { attemptId, finding, items, ...proof }: Finding,
  chargeOf: (attempt: UnknownCall) => Nano | null | Promise<Nano | null>,
): Promise<UnknownCall> {
  const teamId = ctx.team.id
  const holds = await holdsOf(tx, teamId, [attemptId])
  const attempt = await findUnknown(tx, teamId, attemptId)
  if (!attempt) throw notFound('The unknown call')
  const isCharged = finding === 'charged'
  const chargeNano = isCharged ? await chargeOf(attempt) : null
  const at = ctx.clock.now()
  const { walletId } = attempt
  await resolveAttempt(tx, { teamId, attemptId, walletId, finding, items, chargeNano, ...proof, at })
  if (isCharged) await settleHolds(tx, teamId, at, [{ attemptId, items, nano: chargeNano }], holds)
  else await releaseHolds(tx, teamId, holds)
  return attempt
}
