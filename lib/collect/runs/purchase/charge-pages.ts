import { type ContractPrices, type Nano, paired } from '@/lib/kernel'
import type { StoredKey } from '@/lib/keys/keys'
import { holdsOf, settleHolds } from '@/lib/money/budgets'
import { settleAttempts } from '@/lib/money/ledger'
import { priceInForce } from '@/lib/money/prices'
import type { Tx } from '@/lib/platform/db'
import type { PageOutline } from '@/lib/upstream/client'
import type { AskedPage } from './learn-counts'
import { oncePerPrice } from './once-per-price'
import type { Delivered } from './page-order'

/** The transaction in which a team's pages are booked, and the moment. */
export interface Books {
  readonly tx: Tx
  readonly teamId: string
  readonly at: Date
}

/** A received page, the prices that the team's contract states, and the key that it was bought with. */
export interface PageToCharge extends AskedPage {
  readonly delivered: Delivered<PageOutline>
  readonly prices: ContractPrices
  readonly key: StoredKey
}

/** Finds each page's price in force; null where none is known. */
export async function pricePages<Page extends PageToCharge>(
  { tx, teamId, at }: Books,
  pages: readonly Page[],
): Promise<(Page & { readonly priceNano: Nano | null })[]> {
  const priceOf = oncePerPrice((operation, walletId, contract) =>
    priceInForce(tx, { teamId, operation, at, contract, walletId }),
  )
  return Promise.all(
    pages.map(async (page) => {
      const { priceNano } = await priceOf(page.operation, page.key.walletId, page.prices)
      return { ...page, priceNano }
    }),
  )
}

/** What these pages hold of budgets. */
export const holdsOfPages = ({ tx, teamId }: Books, pages: readonly PageToCharge[]) =>
  holdsOf(
    tx,
    teamId,
    pages.map(({ delivered }) => delivered.attemptId),
  )

/** Books the charges on the ledger, and moves the budgets' `holds` to what was charged. */
export async function chargePages<Page extends PageToCharge & { readonly priceNano: Nano | null }>(
  { tx, teamId, at }: Books,
  pages: readonly Page[],
  holds: Awaited<ReturnType<typeof holdsOf>>,
  newItemsOf: (place: number) => Promise<number>,
): Promise<(Page & { readonly chargeNano: Nano | null })[]> {
  const settlements = pages.map((each, place) => {
    const { page, ...delivered } = each.delivered
    return {
      ...delivered,
      at,
      items: page.ids.length,
      newItems: () => newItemsOf(place),
      priceNano: each.priceNano,
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
