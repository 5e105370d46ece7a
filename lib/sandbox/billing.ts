import { type Clock, invalid, type Nano } from '@/lib/kernel'
import type { SandboxWallet } from './accounts'
import { SANDBOX_PRICES, type SandboxOperation } from './operations'
import { type ListPrice, type SandboxService, SERVICE_PRICES } from './services'

const LATEST_MS = 900_000

/** What the service charges for an item, and how late a charge shows in the balance that it tells. */
export interface Billing {
  priceOf(wallet: SandboxWallet, operation: SandboxOperation): Nano
  /** Charges this price per item from now on: on one wallet, or on all of the interface that have no price of their own. Throws `invalid`. */
  setPrice(operation: SandboxOperation, nano: Nano, walletId?: string): void
  readonly delayMs: number
  /** Shows charges so much later from now on. Throws `invalid`. */
  chooseDelay(ms: number): void
  /** Charges pages of a list on one wallet by a shape from now on, in multiples of its price. */
  chooseShape(operation: SandboxOperation, shape: PriceShape, walletId: string): void
  /** What a page of a list costs. */
  quotePage(wallet: SandboxWallet, page: SoldPage): Quote
  /** What an answer with users or posts that were asked for by name costs. */
  quoteFound(wallet: SandboxWallet, service: SandboxService, found: FoundItems): Quote
  /** What the look-up of a user costs. */
  quoteLookUp(wallet: SandboxWallet, service: SandboxService, userId: string): Quote
  /** Takes a charge off a wallet at once; the balance that is told may fall later. */
  charge(wallet: SandboxWallet, nano: Nano, sold?: readonly string[]): void
  /** The balance that the service tells now. */
  toldBalance(wallet: SandboxWallet): Nano
}

/** How the charge of a page is made of the price of an item: each number is a multiple of it. */
export interface PriceShape {
  readonly bySize: readonly { readonly from: number; readonly each: bigint }[]
  readonly call: bigint
  readonly least: bigint
  readonly isOnceADay: boolean
}

/** An amount, and the names of what it is for: where an item is charged once a day, it then counts as sold. */
export interface Quote {
  readonly nano: Nano
  readonly sold: readonly string[]
}

/** A page of a list, by the ids of its items. */
interface SoldPage {
  readonly operation: SandboxOperation
  readonly ids: readonly string[]
}

/** Users or posts that were asked for by name, and what such an answer costs. */
interface FoundItems {
  readonly kind: 'user' | 'post'
  readonly ids: readonly string[]
  readonly price: ListPrice
}

interface LateCharge {
  readonly nano: Nano
  readonly showsAt: number
}

export function createBilling(clock: Clock): Billing {
  const prices = { ...SANDBOX_PRICES }
  const own = new Map<string, Nano>()
  const shapes = new Map<string, PriceShape>()
  const late = new Map<string, LateCharge[]>()
  let delayMs = 0
  /** Charges that do not show yet; the others are forgotten. */
  const hiddenOf = ({ id }: SandboxWallet): LateCharge[] => {
    const now = clock.now().getTime()
    const hidden = (late.get(id) ?? []).filter(({ showsAt }) => showsAt > now)
    late.set(id, hidden)
    return hidden
  }
  /** How many of these are charged: where that is once a UTC day, those that were not sold on it yet. */
  const chargedOf = ({ sold }: SandboxWallet, isOnceADay: boolean, names: readonly string[]) => {
    if (!isOnceADay) return { charged: names.length, sold: [] }
    const day = clock.now().toISOString().slice(0, 10)
    if (sold.day !== day) sold.items.clear()
    sold.day = day
    const unsold = [...new Set(names)].filter((name) => !sold.items.has(name))
    return { charged: unsold.length, sold: unsold }
  }
  const quote = (
    wallet: SandboxWallet,
    isOnceADay: boolean,
    { kind, ids, price: { bySize, call, least } }: FoundItems,
  ): Quote => {
    const { charged, sold } = chargedOf(
      wallet,
      isOnceADay,
      ids.map((id) => `${kind}:${id}`),
    )
    const each = bySize.findLast(({ from }) => ids.length >= from)?.each ?? 0n
    const nano = call + BigInt(charged) * each
    return { nano: nano < least ? least : nano, sold }
  }
  const priceOf = ({ id, service }: SandboxWallet, operation: SandboxOperation): Nano =>
    own.get(`${id} ${operation}`) ??
    (service === null ? prices[operation] : (SERVICE_PRICES[service].lists[operation].bySize[0]?.each ?? 0n))
  /** What a list of a wallet costs now: as the service says, or in the shape that was chosen for it. */
  const listPriceOf = (wallet: SandboxWallet, operation: SandboxOperation): ListPrice => {
    const { id, service } = wallet
    const shape = shapes.get(`${id} ${operation}`)
    const price = priceOf(wallet, operation)
    if (shape)
      return {
        bySize: shape.bySize.map(({ from, each }) => ({ from, each: each * price })),
        call: shape.call * price,
        least: shape.least * price,
      }
    const isOwn = service === null || own.has(`${id} ${operation}`)
    return isOwn
      ? { bySize: [{ from: 0, each: price }], call: 0n, least: 0n }
      : SERVICE_PRICES[service].lists[operation]
  }
  return {
    priceOf,
    chooseShape: (operation, shape, walletId) => void shapes.set(`${walletId} ${operation}`, shape),
    setPrice(operation, nano, walletId) {
      if (nano < 0n) throw invalid('A price is never negative.', { price: 'Zero or more.' })
      if (walletId === undefined) prices[operation] = nano
      else own.set(`${walletId} ${operation}`, nano)
    },
    quotePage(wallet, { operation, ids }) {
      const isOnceADay =
        shapes.get(`${wallet.id} ${operation}`)?.isOnceADay ??
        (wallet.service !== null && SERVICE_PRICES[wallet.service].isOnceADay)
      const kind = operation === 'followers' ? 'user' : 'post'
      return quote(wallet, isOnceADay, { kind, ids, price: listPriceOf(wallet, operation) })
    },
    quoteFound: (wallet, service, found) => quote(wallet, SERVICE_PRICES[service].isOnceADay, found),
    quoteLookUp(wallet, service, userId) {
      const { charged, sold } = chargedOf(wallet, SERVICE_PRICES[service].isOnceADay, [`user:${userId}`])
      return { nano: BigInt(charged) * SERVICE_PRICES[service].perLookUp, sold }
    },
    get delayMs() {
      return delayMs
    },
    chooseDelay(ms) {
      if (!Number.isInteger(ms) || ms < 0 || ms > LATEST_MS)
        throw invalid(`A charge shows from 0 to ${LATEST_MS} milliseconds late: give a whole number of them.`)
      delayMs = ms
    },
    charge(wallet, nano, sold = []) {
      for (const name of sold) wallet.sold.items.add(name)
      wallet.balanceNano -= nano
      wallet.chargedNano += nano
      if (delayMs === 0) return
      hiddenOf(wallet)
      late.get(wallet.id)?.push({ nano, showsAt: clock.now().getTime() + delayMs })
    },
    toldBalance: (wallet) => hiddenOf(wallet).reduce((sum, { nano }) => sum + nano, wallet.balanceNano),
  }
}
