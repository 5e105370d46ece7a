import {
  insertPagesWrites,
  type NewItemFlags,
  readNewItemFlags,
  recordSightingsAndFlagNew,
  toItemViews,
} from '@/lib/collect/items'
import {
  isOperation,
  type Nano,
  OPERATIONS,
  type OperationName,
  type ProviderPrices,
  type Tariff,
  zipExact,
} from '@/lib/kernel'
import { recordKeysUsed, type StoredKey } from '@/lib/keys/keys'
import { readLockedHolds, settleHolds } from '@/lib/money/budgets'
import {
  type DailyChargedItems,
  findSettledCharges,
  recordChargedItems,
  settleAttempts,
  widenReservations,
} from '@/lib/money/ledger'
import { findPriceInForce } from '@/lib/money/prices'
import { dayContaining } from '@/lib/platform/calendar'
import type { TeamCtx, Tx, WriteStatement } from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { type Item, isServiceId, type PageOutline } from '@/lib/upstream/client'
import { recordPageSizes, type ServiceUser, storeUserId } from '@/lib/upstream/providers'
import { buildLatePageEvents, endRunInTransaction } from '../core/end-run'
import type { BoughtPage, EndReason, RunTotals } from '../core/schemas'
import { addToRuns, prepareRunTotals, type RunRow, selectRunCountsAndEnds, toRunTotals } from '../core/store'
import { memoisePriceLookup } from './attempts'
import type { DeliveredPage, PageOrder } from './page-order'

export interface PageToSettle extends PageToCharge {
  readonly delivered: DeliveredPage
  /** As read when the page was requested. */
  readonly run: RunRow
  readonly streamId: string
  readonly pageNumber: number
  /** Number of the run's earlier items. */
  readonly itemOffset: number
  /** Its items in stored form. Prepared before the transaction, since packing takes a while. */
  readonly packed: Uint8Array<ArrayBuffer>
  /** Its items for a waiting person; empty if nobody waits. */
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
type Charged = Priced & { readonly news: NewItemFlags; readonly chargeNano: Nano | null }
type Counted = Charged & { readonly totals: RunTotals }

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

/** Stores the items, finds which of them are new, and books the charges. */
async function storeAndCharge(
  books: BookingContext,
  pages: readonly Priced[],
  holds: AttemptHolds,
): Promise<Charged[]> {
  const { tx, teamId, at } = books
  const newPages = pages.map(({ delivered, run, pageNumber, streamId, packed }) => ({
    attemptId: delivered.attemptId,
    runId: run.id,
    pageNumber,
    streamId,
    itemIds: delivered.page.ids,
    packed,
  }))
  const news = await recordSightingsAndFlagNew(tx, teamId, newPages, at)
  const counts = news.map(({ count }) => count)
  const stored = insertPagesWrites(tx, teamId, zipExact(newPages, news), at)
  const charged = await chargePages(books, pages, holds, counts, stored)
  return zipExact(charged, news).map(([page, of]) => ({ ...page, news: of }))
}

/** Adds the pages to their runs. Each page's run then has its new counts. */
async function count({ tx, teamId }: BookingContext, pages: readonly Charged[]): Promise<Counted[]> {
  const additions = pages.map(({ run, delivered, chargeNano, news }) => ({
    runId: run.id,
    pages: 1,
    items: delivered.page.ids.length,
    newItems: news.count,
    chargeNano: chargeNano ?? 0n,
    unpricedItems: chargeNano === null ? delivered.page.ids.length : 0,
  }))
  const counts = await addToRuns(tx, teamId, additions)
  return zipExact(pages, counts).map(([page, { unknownCalls, unknownItems, ...counted }]) => ({
    ...page,
    run: { ...page.run, ...counted },
    totals: toRunTotals(counted, { unknownCalls, unknownItems }),
  }))
}

/** Ends the runs that are over, and returns the result of each page. */
async function endAll({ tx, teamId, at }: BookingContext, pages: readonly Counted[]): Promise<SettledPage[]> {
  const settled: SettledPage[] = []
  for (const page of pages) {
    const { run, news, totals } = page
    const endReason = page.whyEnd(news.marks)
    await writeEvents(tx, buildLatePageEvents(run, news.count, at))
    if (endReason) await endRunInTransaction(tx, teamId, run.id, { reason: endReason, at })
    settled.push({ page: boughtPage(page), run, endReason, at, totals })
  }
  return settled
}

/**
 * Returns the results of the pages that are already booked, by attempt. A commit may succeed although its answer is
 * lost.
 */
export async function findBookedPages(
  tx: Tx,
  teamId: string,
  pages: readonly PageToSettle[],
): Promise<ReadonlyMap<string, SettledPage>> {
  const ids = pages.map(({ delivered }) => delivered.attemptId)
  const runIds = pages.map(({ run }) => run.id)
  const entries = await findSettledCharges(tx, teamId, ids)
  const news = await readNewItemFlags(tx, teamId, ids)
  const standings = await selectRunCountsAndEnds(tx, teamId, runIds)
  const totalsOf = await prepareRunTotals(tx, teamId, runIds)
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

type ToShow = Pick<
  Charged,
  'delivered' | 'items' | 'run' | 'news' | 'chargeNano' | 'pageNumber' | 'itemOffset'
>

function boughtPage({ delivered, items, run, news, chargeNano, pageNumber, itemOffset }: ToShow): BoughtPage {
  const { latencyMs, waitedMs } = delivered
  const marks = run.isBaseline ? '' : news.marks
  return { pageNumber, items: toItemViews(items, itemOffset, marks), chargeNano, latencyMs, waitedMs }
}

/** The transaction in which a team's pages are booked, and its time. */
export interface BookingContext {
  readonly tx: Tx
  readonly teamId: string
  readonly at: Date
}

/** A received page, the prices that the team's provider states, and the key that it was bought with. */
export interface PageToCharge extends PageWithRequestedSize {
  readonly delivered: DeliveredPage<PageOutline>
  readonly prices: ProviderPrices
  readonly key: StoredKey
  /** Kind of its items, if it is not a page of a list. */
  readonly itemKind?: 'posts' | 'people'
  /** The look-up of a user for a run. */
  readonly lookedUp?: UserLookUpResult
}

/** A user who was looked up for a run. */
export interface UserLookUpResult {
  readonly runId: string
  /** The user whose id is remembered from now on; null if the provider is only being tried. */
  readonly user: ServiceUser | null
  readonly userId: string
}

export type AttemptHolds = Awaited<ReturnType<typeof readLockedHolds>>
export type PricedPage<Page> = Page & { readonly tariff: Tariff | null }

/**
 * Starts booking, in one order of locks: returns what the pages hold of budgets, adds their tariffs in force (null if
 * none is known), and marks their keys as used.
 */
async function beginBooking<Page extends PageToCharge>(
  books: BookingContext,
  pages: readonly Page[],
): Promise<{ readonly holds: AttemptHolds; readonly priced: readonly PricedPage<Page>[] }> {
  const { tx, teamId, at } = books
  const attemptIds = pages.map(({ delivered }) => delivered.attemptId)
  const holds = await readLockedHolds(tx, teamId, attemptIds)
  const priced = await pricePages(books, pages)
  const keys = pages.map(({ key }) => key)
  await recordKeysUsed(tx, keys, at)
  return { holds, priced }
}

async function pricePages<Page extends PageToCharge>(
  { tx, teamId, at }: BookingContext,
  pages: readonly Page[],
): Promise<PricedPage<Page>[]> {
  const priceOf = memoisePriceLookup((operation, walletId, provider) =>
    findPriceInForce(tx, { teamId, operation, at, provider, walletId }),
  )
  return Promise.all(
    pages.map(async (page) => {
      const { tariff } = await priceOf(page.operation, page.key.walletId, page.prices)
      return { ...page, tariff }
    }),
  )
}

/**
 * Books the charges on the ledger, together with what is `beside` them, and moves the budgets' `holds` to the amounts
 * charged.
 */
async function chargePages<Page extends PricedPage<PageToCharge>>(
  { tx, teamId, at }: BookingContext,
  pages: readonly Page[],
  holds: AttemptHolds,
  newItems: readonly number[],
  extraWrites: readonly WriteStatement[],
): Promise<(Page & { readonly chargeNano: Nano | null })[]> {
  const chargedItems = await countCharged(tx, teamId, pages)
  const settlements = pages.map((each, index) => {
    const { page, ...delivered } = each.delivered
    return {
      ...delivered,
      at,
      items: page.ids.length,
      newItems: newItems[index] ?? 0,
      chargedItems: chargedItems[index] ?? page.ids.length,
      tariff: each.tariff,
      reportedChargeNano: page.reportedChargeNano,
    }
  })
  const charges = await settleAttempts(tx, teamId, settlements, extraWrites)
  const charged = zipExact(pages, charges).map(([page, { chargeNano }]) => ({ ...page, chargeNano }))
  const settledHolds = charged.map(({ delivered: { attemptId, page }, chargeNano }) => ({
    attemptId,
    items: page.ids.length,
    nano: chargeNano,
  }))
  await settleHolds(tx, teamId, at, settledHolds, holds)
  return charged
}

/**
 * Counts the charged items of each page. If a service charges an item once a day, these are the items that it has not
 * charged yet, and each that has no id of the service.
 */
async function countCharged(
  tx: Tx,
  teamId: string,
  pages: readonly PricedPage<PageToCharge>[],
): Promise<readonly number[]> {
  const once = pages.map(
    ({ tariff, key, operation, itemKind, lookedUp, delivered: { page, servedAt } }): DailyChargedItems => {
      const zone = tariff?.onceADayIn ?? null
      const day = zone === null ? null : dayContaining(servedAt, zone).date
      const ofList = isOperation(operation) ? OPERATIONS[operation].itemKind : 'posts'
      const [kind, itemIds] = lookedUp
        ? (['people', [lookedUp.userId]] as const)
        : ([itemKind ?? ofList, page.ids.filter(isServiceId)] as const)
      return { walletId: key.walletId, kind, day, itemIds }
    },
  )
  const charged = await recordChargedItems(tx, teamId, once)
  return zipExact(pages, charged).map(
    ([{ delivered }, count]) => count + delivered.page.ids.filter((id) => !isServiceId(id)).length,
  )
}

/** The number of items asked for, its maximum, and the upstream's list. */
export interface RequestedSize {
  readonly listId: string
  readonly count: number
  readonly maximum: number
}

/** A received page, and what was requested. */
export interface PageWithRequestedSize {
  readonly operation: OperationName
  readonly delivered: DeliveredPage<PageOutline>
  /** Absent if nothing is to be learnt from it. */
  readonly asked?: RequestedSize
}

/**
 * Learns how the upstream treats page sizes, in the transaction that books the pages, because the next reservation
 * relies on it. If an assumption proves wrong, the open and unknown calls that relied on it reserve a whole page.
 */
async function learnCounts(
  tx: Tx,
  teamId: string,
  pages: readonly PageWithRequestedSize[],
  at: Date,
): Promise<void> {
  const sized = pages.flatMap(({ asked, operation, delivered: { page } }) => {
    const hasMore = page.nextCursor !== null || page.hasUnusableCursor || page.isNextLost
    return asked ? [{ ...asked, operation, asked: asked.count, came: page.ids.length, hasMore }] : []
  })
  for (const operation of await recordPageSizes(tx, teamId, sized, at)) {
    const max = Math.max(...sized.flatMap((page) => (page.operation === operation ? page.maximum : [])))
    await widenReservations(tx, teamId, operation, max)
  }
}

/** A page that was passed on to a caller, or the look-up of a user: it is charged, and none of its content is kept. */
export type CallToSettle = PageToCharge

/**
 * Books passed-on pages and look-ups of a team: settlement, rollup, budgets, runs' charges and the users who were
 * looked up, all in one transaction. Returns the cost of each; null if its price is not known.
 */
export async function settleCalls(
  tx: Tx,
  ctx: TeamCtx,
  calls: readonly CallToSettle[],
): Promise<(Nano | null)[]> {
  const books = { tx, teamId: ctx.team.id, at: ctx.clock.now() }
  const { holds, priced } = await beginBooking(books, calls)
  // No run has seen these items or will, so none are known to be new.
  const charged = await chargePages(books, priced, holds, [], [])
  await learnCounts(tx, ctx.team.id, calls, books.at)
  for (const { lookedUp, chargeNano } of charged) {
    if (!lookedUp) continue
    const { runId, user, userId } = lookedUp
    await addToRuns(tx, ctx.team.id, [{ ...NO_PAGE, runId, chargeNano: chargeNano ?? 0n }])
    if (user) await storeUserId(tx, user, userId, books.at)
  }
  return charged.map(({ chargeNano }) => chargeNano)
}

const NO_PAGE = { pages: 0, items: 0, newItems: 0, unpricedItems: 0 }
