import { releaseHold, reserve } from '@/lib/budgets'
import { contractPrices } from '@/lib/contracts'
import type { TeamCtx, Tx } from '@/lib/db'
import { chargeFor } from '@/lib/kernel'
import { freeAttempt, loseAttempt, openAttempt } from '@/lib/ledger'
import { highestPrice } from '@/lib/prices'
import { type Answer, largestPage } from '@/lib/upstream'
import type { PageOrder } from './page-order'
import type { PageProblem } from './problem'
import type { RunServices } from './services'

/**
 * Puts one try at an order on the ledger, with its reservation, and holds that against every budget that counts it.
 * Answers the attempt's id. Throws `BudgetStop`: nothing of the transaction may stay then.
 */
export async function openTry(
  tx: Tx,
  ctx: TeamCtx,
  { instanceId }: RunServices,
  { attribution, upstream, pageNumber, largest }: PageOrder,
): Promise<string> {
  const { operation } = attribution
  const [teamId, openedAt, items] = [ctx.team.id, ctx.clock.now(), largest ?? largestPage(operation)]
  const contract = contractPrices(upstream.contract)
  const priceMicro = await highestPrice(tx, { teamId, operation, at: openedAt, contract })
  const micro = priceMicro === null ? null : chargeFor(items, priceMicro)
  const attempt = { teamId, instanceId, openedAt, pageNumber, ...attribution }
  const attemptId = await openAttempt(tx, attempt, { items, micro })
  await reserve(tx, ctx, { attemptId, attribution, items, micro, openedAt })
  return attemptId
}

/** How a try that brought no page travelled, in milliseconds; nulls where it was never sent. */
export interface Travel {
  readonly httpStatus: Answer<unknown>['httpStatus']
  readonly latencyMs: number | null
  readonly waitedMs: number | null
}

export const NEVER_SENT: Travel = { httpStatus: null, latencyMs: null, waitedMs: null }

/** Ends a try that brought no page: free where certainly nothing was charged, else unknown, and its holds stay. */
export async function endTry(
  tx: Tx,
  ctx: TeamCtx,
  attemptId: string,
  problem: PageProblem,
  travel: Travel,
): Promise<void> {
  const ending = { teamId: ctx.team.id, attemptId, at: ctx.clock.now() }
  const miss = { reason: problem.message, ...travel }
  if (problem.charged !== 'no') return loseAttempt(tx, ending, miss)
  await freeAttempt(tx, ending, miss)
  await releaseHold(tx, ending)
}
