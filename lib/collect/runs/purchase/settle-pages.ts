import { storePages, viewItems } from '@/lib/collect/items'
import type { ContractPrices } from '@/lib/kernel'
import { type StoredKey, touchKeys } from '@/lib/keys/keys'
import { settleHolds } from '@/lib/money/budgets'
import { type Operation, settleAttempts } from '@/lib/money/ledger'
import { type PriceInForce, priceInForce } from '@/lib/money/prices'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import type { BoughtPage, EndReason, RunTotals } from '../core/schemas'
import { addToRuns, endRun, type RunRow } from '../core/store'
import { totalsOfRuns } from '../core/totals'
import { oncePerPrice } from './once-per-price'
import type { Delivered } from './page-order'

export interface PageToSettle {
  /** What the team's contract states. */
  readonly prices: ContractPrices
  /** As it was read when the page was asked for. */
  readonly run: RunRow
  /** True where no call of the run was ever lost: nothing of it is unknown then, and need not be looked up. */
  readonly isWithoutLoss?: boolean
  readonly streamId: string
  readonly key: StoredKey
  readonly operation: Operation
  readonly pageNumber: number
  /** Of the run's items, how many came before. */
  readonly place: number
  readonly delivered: Delivered
  /** See `packItems`. */
  readonly packed: Uint8Array<ArrayBuffer>
  /** Why the run ends with this page, given which of its items are new (a 1 or a 0 for each); null where it goes on. */
  whyEnd(marks: string): EndReason | null
}

/** What a page brought, once it is on the ledger; the run as it was read, but with what it has come to. */
export interface SettledPage {
  readonly page: BoughtPage
  readonly totals: RunTotals
  readonly run: RunRow
  readonly endReason: EndReason | null
  /** When it was booked. */
  readonly at: Date
}

/**
 * Books received pages of a team: settlement, rollup, budgets, items, the runs' totals and ends, all in one transaction.
 * What is answered afterwards is on the ledger; what is not yet here is unknown after a crash.
 */
export async function settlePages(
  tx: Tx,
  ctx: TeamCtx,
  pages: readonly PageToSettle[],
): Promise<SettledPage[]> {
  const [teamId, at] = [ctx.team.id, ctx.clock.now()]
  const priceOf = oncePerPrice((operation, contract) => priceInForce(tx, { teamId, operation, at, contract }))
  const inForce: PriceInForce[] = []
  for (const { operation, prices } of pages) inForce.push(await priceOf(operation, prices))
  const charged = await settleAttempts(
    tx,
    teamId,
    pages.map(({ delivered: { attemptId, page, httpStatus, latencyMs, waitedMs } }, place) => ({
      attemptId,
      at,
      items: page.ids.length,
      priceMicro: inForce[place]?.priceMicro ?? null,
      reportedChargeMicro: page.reportedChargeMicro,
      httpStatus,
      latencyMs,
      waitedMs,
    })),
  )
  const chargeOf = (place: number) => charged[place]?.chargeMicro ?? null
  await settleHolds(
    tx,
    teamId,
    pages.map(({ delivered: { attemptId, page } }, place) => ({
      attemptId,
      items: page.ids.length,
      micro: chargeOf(place),
    })),
  )
  const stored = await storePages(tx, teamId, pages.map(pageOf), at)
  await touchKeys(
    tx,
    pages.map(({ key }) => key),
    at,
  )
  const counts = await addToRuns(
    tx,
    teamId,
    pages.map(({ run, delivered }, place) => {
      const items = delivered.page.ids.length
      const chargeMicro = chargeOf(place)
      const newItems = stored[place]?.count ?? 0
      const unpricedItems = chargeMicro === null ? items : 0
      return { runId: run.id, pages: 1, items, newItems, chargeMicro: chargeMicro ?? 0n, unpricedItems }
    }),
  )
  const rows = pages.map(({ run }, place) => ({ ...run, ...counts[place] }))
  const maybeLost = pages.flatMap(({ run, isWithoutLoss }) => (isWithoutLoss ? [] : [run.id]))
  const totals = await totalsOfRuns(tx, teamId, maybeLost)
  const settled: SettledPage[] = []
  for (const [place, run] of rows.entries()) {
    const page = pages[place]
    if (!page) continue
    const { marks = '' } = stored[place] ?? {}
    const endReason = page.whyEnd(marks)
    if (endReason) await endRun(tx, teamId, run.id, { reason: endReason, at })
    const news = run.isBaseline ? '' : marks
    settled.push({
      page: boughtPage(page, chargeOf(place), news, run.manner === 'background'),
      run,
      endReason,
      at,
      totals: totals(run),
    })
  }
  return settled
}

const pageOf = ({ delivered, run, pageNumber, streamId, packed }: PageToSettle) => ({
  attemptId: delivered.attemptId,
  runId: run.id,
  pageNumber,
  streamId,
  itemIds: delivered.page.ids,
  packed,
})

function boughtPage(
  { delivered: { page, latencyMs, waitedMs }, pageNumber, place }: PageToSettle,
  chargeMicro: bigint | null,
  marks: string,
  isForNobody: boolean,
): BoughtPage {
  return {
    pageNumber,
    // Nobody looks at what a run in the background brings: at full pace that is twenty thousand items a second.
    items: isForNobody || 'packed' in page ? [] : viewItems(page.items, place, marks),
    chargeMicro,
    latencyMs,
    waitedMs,
  }
}
