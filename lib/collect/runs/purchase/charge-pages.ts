import { isOperation, type Nano, OPERATIONS, type ProviderPrices, paired, type Tariff } from '@/lib/kernel'
import { type StoredKey, touchKeys } from '@/lib/keys/keys'
import { holdsOf, settleHolds } from '@/lib/money/budgets'
import { type ChargedOnce, noteCharged, settleAttempts } from '@/lib/money/ledger'
import { priceInForce } from '@/lib/money/prices'
import { dayOf } from '@/lib/platform/calendar'
import type { Tx } from '@/lib/platform/db'
import { isServiceId, type PageOutline } from '@/lib/upstream/client'
import type { UserAtService } from '@/lib/upstream/providers'
import type { AskedPage } from './learn-counts'
import { oncePerPrice } from './once-per-price'
import type { Delivered } from './page-order'

/** The transaction in which a team's pages are booked, and its time. */
export interface Books {
  readonly tx: Tx
  readonly teamId: string
  readonly at: Date
}

/** A received page, the prices that the team's provider states, and the key that it was bought with. */
export interface PageToCharge extends AskedPage {
  readonly delivered: Delivered<PageOutline>
  readonly prices: ProviderPrices
  readonly key: StoredKey
  /** Kind of its items, if it is not a page of a list. */
  readonly holds?: 'posts' | 'people'
  /** The look-up of a user for a run. */
  readonly lookedUp?: LookedUp
}

/** A user who was looked up for a run. */
export interface LookedUp {
  readonly runId: string
  /** The user whose id is remembered from now on; null if the provider is only being tried. */
  readonly user: UserAtService | null
  readonly userId: string
}

export type Holds = Awaited<ReturnType<typeof holdsOf>>
export type PricedPage<Page> = Page & { readonly tariff: Tariff | null }

/**
 * Starts booking, in one order of locks: returns what the pages hold of budgets, adds their tariffs in force (null if
 * none is known), and marks their keys as used.
 */
export async function beginBooking<Page extends PageToCharge>(
  books: Books,
  pages: readonly Page[],
): Promise<{ readonly holds: Holds; readonly priced: readonly PricedPage<Page>[] }> {
  const { tx, teamId, at } = books
  const attemptIds = pages.map(({ delivered }) => delivered.attemptId)
  const [holds, priced] = await Promise.all([holdsOf(tx, teamId, attemptIds), pricePages(books, pages)])
  const keys = pages.map(({ key }) => key)
  await touchKeys(tx, keys, at)
  return { holds, priced }
}

async function pricePages<Page extends PageToCharge>(
  { tx, teamId, at }: Books,
  pages: readonly Page[],
): Promise<PricedPage<Page>[]> {
  const priceOf = oncePerPrice((operation, walletId, provider) =>
    priceInForce(tx, { teamId, operation, at, provider, walletId }),
  )
  return Promise.all(
    pages.map(async (page) => {
      const { tariff } = await priceOf(page.operation, page.key.walletId, page.prices)
      return { ...page, tariff }
    }),
  )
}

/** Books the charges on the ledger, and moves the budgets' `holds` to the amounts charged. */
export async function chargePages<Page extends PricedPage<PageToCharge>>(
  { tx, teamId, at }: Books,
  pages: readonly Page[],
  holds: Holds,
  newItemsOf: (place: number) => Promise<number>,
): Promise<(Page & { readonly chargeNano: Nano | null })[]> {
  const chargedItems = await countCharged(tx, teamId, pages)
  const settlements = pages.map((each, place) => {
    const { page, ...delivered } = each.delivered
    return {
      ...delivered,
      at,
      items: page.ids.length,
      newItems: () => newItemsOf(place),
      chargedItems: chargedItems[place] ?? page.ids.length,
      tariff: each.tariff,
      reportedChargeNano: page.reportedChargeNano,
    }
  })
  const charges = await settleAttempts(tx, teamId, settlements)
  const charged = paired(pages, charges).map(([page, { chargeNano }]) => ({ ...page, chargeNano }))
  const came = charged.map(({ delivered: { attemptId, page }, chargeNano }) => ({
    attemptId,
    items: page.ids.length,
    nano: chargeNano,
  }))
  await settleHolds(tx, teamId, at, came, holds)
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
    ({ tariff, key, operation, holds, lookedUp, delivered: { page, servedAt } }): ChargedOnce => {
      const zone = tariff?.onceADayIn ?? null
      const day = zone === null ? null : dayOf(servedAt, zone).date
      const ofList = isOperation(operation) ? OPERATIONS[operation].holds : 'posts'
      const [kind, itemIds] = lookedUp
        ? (['people', [lookedUp.userId]] as const)
        : ([holds ?? ofList, page.ids.filter(isServiceId)] as const)
      return { walletId: key.walletId, kind, day, itemIds }
    },
  )
  const charged = await noteCharged(tx, teamId, once)
  return paired(pages, charged).map(
    ([{ delivered }, count]) => count + delivered.page.ids.filter((id) => !isServiceId(id)).length,
  )
}
