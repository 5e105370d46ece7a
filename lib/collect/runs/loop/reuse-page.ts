import { readBoughtItems, storePages, toItemViews } from '@/lib/collect/items'
import { newId } from '@/lib/kernel'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { pageOutline } from '@/lib/upstream/client'
import { buildLatePageEvents, endRunInTransaction } from '../core/end-run'
import { addReusedToRun, readRunTotals } from '../core/store'
import type { RememberedPage } from '../purchase/page-memory'
import { decideRunContinuation } from './run-ending'
import { isFullAfter, type RunStep, type StepResult, stepTo } from './run-step'

/** Takes a recently bought page into a run, without a call or a charge. Null if it is gone. */
export async function addBoughtPageToRun(
  ctx: TeamCtx,
  { run, at, claim, allowance }: RunStep,
  page: RememberedPage,
): Promise<StepResult | null> {
  const [teamId, now] = [ctx.team.id, ctx.clock.now()]
  const pageNumber = run.pages + run.reusedPages + 1
  const items = await readBoughtItems(ctx, page.pageId)
  // Its items were deleted meanwhile, so there is nothing to take.
  if (items.length === 0) return null
  const end = decideRunContinuation(
    run,
    at,
    { ...page, ...pageOutline(items, run.operation) },
    isFullAfter(allowance, items.length),
  )
  const taken = await transaction(ctx.db, async (tx) => {
    await claim.claim(tx)
    const pageId = newId()
    const [news] = await storePages(
      tx,
      teamId,
      [
        {
          attemptId: pageId,
          runId: run.id,
          pageNumber,
          streamId: run.streamId ?? run.id,
          itemIds: items.map(({ id }) => id),
          packed: null,
          sourceId: page.pageId,
        },
      ],
      now,
    )
    const { count: newItems = 0, marks = '' } = news ?? {}
    const row = await addReusedToRun(tx, teamId, run.id, { items: items.length, newItems })
    const endReason = end.why(marks)
    await writeEvents(tx, buildLatePageEvents(row, newItems, now))
    if (endReason) await endRunInTransaction(tx, teamId, run.id, { reason: endReason, at: now })
    return { row, endReason, marks, totals: await readRunTotals(tx, row) }
  })
  return {
    run: taken.row,
    totals: taken.totals,
    endReason: taken.endReason,
    ...stepTo(end.next, taken.endReason),
    page: {
      pageNumber,
      items: toItemViews(items, run.items + run.reusedItems, run.isBaseline ? '' : taken.marks),
      chargeNano: 0n,
      latencyMs: 0,
      waitedMs: 0,
      boughtAt: page.at,
    },
    problem: null,
  }
}
