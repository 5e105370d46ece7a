import { contractPrices } from '@/lib/contracts'
import type { TeamCtx, Tx } from '@/lib/db'
import { chargeFor } from '@/lib/kernel'
import { freeAttempt, loseAttempt, openAttempt } from '@/lib/ledger'
import { priceInForce } from '@/lib/prices'
import { type Answer, largestPage } from '@/lib/upstream'
import type { PageOrder } from './page-order'
import type { PageProblem } from './problem'
import type { RunServices } from './services'

/** Puts one try at an order on the ledger, with its reservation. Answers the attempt's id. */
export async function openTry(
  tx: Tx,
  ctx: TeamCtx,
  { instanceId }: RunServices,
  { attribution, upstream, pageNumber }: PageOrder,
): Promise<string> {
  const { operation } = attribution
  const [teamId, openedAt, items] = [ctx.team.id, ctx.clock.now(), largestPage(operation)]
  const contract = contractPrices(upstream.contract)
  const { priceMicro } = await priceInForce(tx, { teamId, operation, at: openedAt, contract })
  return openAttempt(
    tx,
    { teamId, instanceId, openedAt, pageNumber, ...attribution },
    { items, micro: priceMicro === null ? null : chargeFor(items, priceMicro) },
  )
}

/** How a try that brought no page travelled, in milliseconds; nulls where it was never sent. */
export interface Travel {
  readonly httpStatus: Answer<unknown>['httpStatus']
  readonly latencyMs: number | null
  readonly waitedMs: number | null
}

export const NEVER_SENT: Travel = { httpStatus: null, latencyMs: null, waitedMs: null }

/** Ends a try that brought no page: free where certainly nothing was charged, else unknown. */
export function endTry(
  tx: Tx,
  ctx: TeamCtx,
  attemptId: string,
  problem: PageProblem,
  travel: Travel,
): Promise<void> {
  const end = problem.charged === 'no' ? freeAttempt : loseAttempt
  const ending = { teamId: ctx.team.id, attemptId, at: ctx.clock.now() }
  return end(tx, ending, { reason: problem.message, ...travel })
}
