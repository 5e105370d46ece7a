import { settleHold } from '@/lib/budgets'
import { type TeamCtx, transaction } from '@/lib/db'
import { type StoredKey, touchKey } from '@/lib/keys'
import { type Operation, settleAttempt } from '@/lib/ledger'
import { type ContractPrices, priceInForce } from '@/lib/prices'
import type { Delivered } from './page-order'
import type { BoughtPage, EndReason, RunTotals } from './schemas'
import { addToRun, insertResultPage } from './store'
import { totalsOf } from './totals'

export interface PageToSettle {
  /** What the team's contract states. */
  readonly prices: ContractPrices
  readonly runId: string
  readonly key: StoredKey
  readonly operation: Operation
  readonly pageNumber: number
  readonly delivered: Delivered
  readonly endReason: EndReason | null
}

/**
 * Books a received page: settlement, rollup, budgets, items, the run's totals and its end, all in one transaction. What is
 * answered afterwards is on the ledger; what is not yet here is unknown after a crash.
 */
export async function settlePage(
  ctx: TeamCtx,
  { prices, runId, key, operation, pageNumber, delivered, endReason }: PageToSettle,
): Promise<{ page: BoughtPage; totals: RunTotals }> {
  const { attemptId, page, httpStatus, latencyMs, waitedMs } = delivered
  const count = page.items.length
  const teamId = ctx.team.id
  return transaction(ctx.db, async (tx) => {
    const at = ctx.clock.now()
    const { priceMicro } = await priceInForce(tx, { teamId, operation, at, contract: prices })
    const { chargeMicro } = await settleAttempt(
      tx,
      { teamId, attemptId, at },
      {
        items: count,
        priceMicro,
        reportedChargeMicro: page.reportedChargeMicro,
        httpStatus,
        latencyMs,
        waitedMs,
      },
    )
    await settleHold(tx, { teamId, attemptId }, { items: count, micro: chargeMicro })
    await insertResultPage(tx, {
      attemptId,
      teamId,
      runId,
      pageNumber,
      itemCount: count,
      items: JSON.stringify(page.items),
      at,
    })
    await touchKey(tx, key, at)
    const added = {
      pages: 1,
      items: count,
      chargeMicro: chargeMicro ?? 0n,
      unpricedItems: chargeMicro === null ? count : 0,
    }
    const run = await addToRun(tx, teamId, runId, added, endReason && { reason: endReason, at })
    const items = page.items.map(({ raw: _, ...item }) => item)
    return { page: { pageNumber, items, chargeMicro, latencyMs, waitedMs }, totals: await totalsOf(tx, run) }
  })
}
