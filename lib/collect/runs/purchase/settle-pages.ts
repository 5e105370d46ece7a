import { type News, noteNews, readNews, storeNoted, viewItems } from '@/lib/collect/items'
import { type Nano, paired } from '@/lib/kernel'
import { selectSettled } from '@/lib/money/ledger'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import type { Item } from '@/lib/upstream/client'
import { endRunWithin } from '../core/end-run'
import { eventsOfLatePage } from '../core/run-events'
import { totalsOfRuns } from '../core/run-totals'
import type { BoughtPage, EndReason, RunTotals } from '../core/schemas'
import { addToRuns, type RunRow, selectStandings } from '../core/store'
import {
  type Books,
  beginBooking,
  chargePages,
  type Holds,
  type PageToCharge,
  type PricedPage,
} from './charge-pages'
import { learnCounts } from './learn-counts'
import type { Delivered, PageOrder } from './page-order'

export interface PageToSettle extends PageToCharge {
  readonly delivered: Delivered
  /** As read when the page was requested. */
  readonly run: RunRow
  /** True if no call of the run was ever lost, so that it has no unknown calls to look up. */
  readonly isWithoutLoss?: boolean
  readonly streamId: string
  readonly pageNumber: number
  /** Number of the run's earlier items. */
  readonly place: number
  /** Its items in stored form. Prepared before the transaction, since packing takes a while. */
  readonly packed: Uint8Array<ArrayBuffer>
  /** Its items for a waiting person; null if nobody waits. */
  readonly items: readonly Item[]
  /**
   * Returns why the run ends with this page, given which of its items are new (a 1 or a 0 for each); null if it
   * continues.
   */
  whyEnd(marks: string): EndReason | null
}

/** A page to settle as it arrived; `onLate` as for an order. */
export type PageToBook = Omit<PageToSettle, 'packed' | 'items'> & Pick<PageOrder, 'onLate'>

/** A booked page's result; the run as it was read, with its new counts. */
export interface SettledPage {
  readonly page: BoughtPage
  readonly totals: RunTotals
  readonly run: RunRow
  readonly endReason: EndReason | null
  /** Time of booking. */
  readonly at: Date
}

/** A page during booking: each step adds what it has found. */
type Priced = PricedPage<PageToSettle>
type Charged = Priced & { readonly news: News; readonly chargeNano: Nano | null }

/**
 * Books received pages of a team: settlement, rollup, budgets, items, the runs' totals and ends, all in one
 * transaction. A returned page is on the ledger; a page that is not yet booked is unknown after a crash.
 */
export async function settlePages(
  tx: Tx,
  ctx: TeamCtx,
  pages: readonly PageToSettle[],
): Promise<SettledPage[]> {
  const books = { tx, teamId: ctx.team.id, at: ctx.clock.now() }
  const { holds, priced } = await beginBooking(books, pages)
  const booked = await storeAndCharge(books, priced, holds)
  await learnCounts(tx, ctx.team.id, booked, books.at)
  const counted = await count(books, booked)
  return endAll(books, counted)
}

/**
 * Stores the items, finds which of them are new, and books the charges. Statements that do not depend on each other
 * are sent together.
 */
async function storeAndCharge(books: Books, pages: readonly Priced[], holds: Holds): Promise<Charged[]> {
  const { tx, teamId, at } = books
  const newPages = pages.map(({ delivered, run, pageNumber, streamId, packed }) => ({
    attemptId: delivered.attemptId,
    runId: run.id,
    pageNumber,
    streamId,
    itemIds: delivered.page.ids,
    packed,
  }))
  const noting = noteNews(tx, teamId, newPages, at)
  const [news, charged] = await Promise.all([
    noting,
    chargePages(books, pages, holds, async (place) => (await noting)[place]?.count ?? 0),
    noting.then((found) => storeNoted(tx, teamId, paired(newPages, found), at)),
  ])
  return paired(charged, news).map(([page, of]) => ({ ...page, news: of }))
}

/** Adds the pages to their runs. Each page's run then has its new counts. */
async function count({ tx, teamId }: Books, pages: readonly Charged[]): Promise<Charged[]> {
  const additions = pages.map(({ run, delivered, chargeNano, news }) => ({
    runId: run.id,
    pages: 1,
    items: delivered.page.ids.length,
    newItems: news.count,
    chargeNano: chargeNano ?? 0n,
    unpricedItems: chargeNano === null ? delivered.page.ids.length : 0,
  }))
  const counts = await addToRuns(tx, teamId, additions)
  return paired(pages, counts).map(([page, counted]) => ({ ...page, run: { ...page.run, ...counted } }))
}

/** Ends the runs that are over, and returns the result of each page. */
async function endAll({ tx, teamId, at }: Books, pages: readonly Charged[]): Promise<SettledPage[]> {
  const maybeLost = pages.flatMap(({ run, isWithoutLoss }) => (isWithoutLoss ? [] : [run.id]))
  const totalsOf = await totalsOfRuns(tx, teamId, maybeLost)
  const settled: SettledPage[] = []
  for (const page of pages) {
    const { run, news } = page
    const endReason = page.whyEnd(news.marks)
    await writeEvents(tx, eventsOfLatePage(run, news.count, at))
    if (endReason) await endRunWithin(tx, teamId, run.id, { reason: endReason, at })
    settled.push({ page: boughtPage(page), run, endReason, at, totals: totalsOf(run) })
  }
  return settled
}

/**
 * Returns the results of those of these pages that are already booked, by attempt: the answer of a commit can be lost.
 */
export async function findBooked(
  tx: Tx,
  teamId: string,
  pages: readonly PageToSettle[],
): Promise<ReadonlyMap<string, SettledPage>> {
  const ids = pages.map(({ delivered }) => delivered.attemptId)
  const runIds = pages.map(({ run }) => run.id)
  const entries = await selectSettled(tx, teamId, ids)
  const news = await readNews(tx, teamId, ids)
  const standings = await selectStandings(tx, teamId, runIds)
  const totalsOf = await totalsOfRuns(tx, teamId, runIds)
  return new Map(
    pages.flatMap((page) => {
      const { attemptId } = page.delivered
      const [entry, of, standing] = [entries.get(attemptId), news.get(attemptId), standings.get(page.run.id)]
      if (!entry || !of || !standing) return []
      const { chargeNano, at } = entry
      const run = { ...page.run, ...standing.counts }
      const bought = boughtPage({ ...page, run, chargeNano, news: of })
      return [[attemptId, { page: bought, run, at, totals: totalsOf(run), endReason: standing.endReason }]]
    }),
  )
}

type ToShow = Pick<Charged, 'delivered' | 'items' | 'run' | 'news' | 'chargeNano' | 'pageNumber' | 'place'>

function boughtPage({ delivered, items, run, news, chargeNano, pageNumber, place }: ToShow): BoughtPage {
  const { latencyMs, waitedMs } = delivered
  const marks = run.isBaseline ? '' : news.marks
  return { pageNumber, items: viewItems(items, place, marks), chargeNano, latencyMs, waitedMs }
}
