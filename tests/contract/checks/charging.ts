import { nanoToText } from '@/lib/kernel'
import type { Check } from '../suite/check'
import { hold, NotChecked } from '../suite/findings'
import type { ListName } from '../suite/lists'
import type { Purchase } from '../suite/pages'
import type { Session } from '../suite/session'

/** A page whose cost is known. */
interface Paid extends Purchase {
  readonly dropNano: bigint
}

const isPaid = (purchase: Purchase): purchase is Paid => purchase.dropNano !== null

function paidIn({ purchases, target: { provider } }: Session): readonly Paid[] {
  const paid = purchases.filter(isPaid)
  if (paid.length < purchases.length)
    throw new NotChecked(`It needs a balance, and ${provider.name} tells none.`)
  return paid
}

const LISTS: readonly ListName[] = ['followers', 'timeline', 'search']

/** Section "Limits / Charging", observed from outside: the balance before and after each page. */
export const CHARGING_CHECKS: readonly Check[] = [
  ...LISTS.map(
    (list): Check => ({
      topic: 'charging',
      name: `${list}: every item returned costs the same, whatever the count asked for`,
      buys: [list, list],
      async run(session) {
        await session.lists.second(list)
        holdOnePrice(session, list)
      },
    }),
  ),
  {
    topic: 'charging',
    name: 'where the provider says that answers tell their charge, it is what the balance fell by',
    buys: [],
    async run(session) {
      const { provider } = session.target
      const purchases = paidIn(session)
      if (purchases.length === 0) throw new NotChecked('No page came.')
      const isTold = provider.chargeField !== null || provider.chargeHeader !== null
      for (const { request, page, dropNano } of purchases)
        hold(
          page.reportedChargeNano === (isTold ? dropNano : null),
          `A ${request.operation} page tells ${text(page.reportedChargeNano)}, and the balance fell by ` +
            `${nanoToText(dropNano)}.`,
          ['chargeHeader', 'chargeField'],
        )
    },
  },
]

function holdOnePrice(session: Session, list: ListName): void {
  const { target, notes } = session
  const pages = paidIn(session).filter(
    ({ request, page }) => request.operation === list && page.items.length > 0,
  )
  const [first] = pages
  if (!first) throw new NotChecked('No page with items came.')
  const grain = target.exactBalances === true ? 0n : grainOf(pages)
  for (const page of pages) {
    const { length } = page.page.items
    hold(
      page.dropNano > 0n,
      `The balance fell by ${nanoToText(page.dropNano)} for ${length} items: it lags, or the items are free.`,
    )
    hold(
      haveOnePrice(first, page, grain),
      `${first.page.items.length} items cost ${nanoToText(first.dropNano)}, and ${length} cost ` +
        `${nanoToText(page.dropNano)}: not one price per item. Is the wallet in use elsewhere?`,
    )
  }
  const price = priceOf(pages)
  const told = target.provider.price[list]
  hold(
    told === null || Number(told) === Number(price),
    `An item costs ${price}; the provider says ${told}.`,
    [`price.${list}`],
  )
  notes.push(`An item of a ${list} page costs ${price} ${target.provider.balanceUnit} (price.${list}).`)
}

/**
 * Returns whether two pages have one price per item. Rounding may hide a grain in each drop, so a/m and b/n
 * are one price if a·n and b·m differ by no more.
 */
function haveOnePrice(one: Paid, other: Paid, grain: bigint): boolean {
  const [m, n] = [BigInt(one.page.items.length), BigInt(other.page.items.length)]
  const difference = one.dropNano * n - other.dropNano * m
  return (difference < 0n ? -difference : difference) <= grain * (m + n)
}

/** Returns the smallest decimal place at which these balances moved, in nano-credits. */
function grainOf(pages: readonly Paid[]): bigint {
  let grain = 1_000_000_000n
  while (grain > 1n && pages.some(({ dropNano }) => dropNano % grain !== 0n)) grain /= 10n
  return grain
}

function priceOf(pages: readonly Paid[]): string {
  const drop = pages.reduce((sum, { dropNano }) => sum + dropNano, 0n)
  const items = pages.reduce((sum, { page }) => sum + page.items.length, 0)
  return nanoToText(drop / BigInt(items))
}

const text = (nano: bigint | null): string => (nano === null ? 'no charge' : nanoToText(nano))
