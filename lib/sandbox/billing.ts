import { type Clock, invalid, type Nano } from '@/lib/kernel'
import type { SandboxWallet } from './accounts'
import { SANDBOX_PRICES, type SandboxOperation } from './operations'
import { type ListPrice, type SandboxService, SERVICE_PRICES } from './services'

const LATEST_MS = 900_000

/** The prices that the service charges, and the delay until a charge shows in the balance that it reports. */
export interface Billing {
  priceOf(wallet: SandboxWallet, operation: SandboxOperation): Nano
  /**
   * Sets the price per item for later calls: on one wallet, or on all of the interface that have no price of their
   * own. Throws `invalid`.
   */
  setPrice(operation: SandboxOperation, nano: Nano, walletId?: string): void
  readonly delayMs: number
  /** Sets the delay until later charges show. Throws `invalid`. */
  chooseDelay(ms: number): void
  /** Sets the shape of later charges for pages of a list on one wallet, in multiples of its price. */
  chooseShape(operation: SandboxOperation, shape: PriceShape, walletId: string): void
  /** Returns the cost of a page of a list. */
  quotePage(wallet: SandboxWallet, page: SoldPage): PriceQuote
  /** Returns the cost of an answer with users or posts that were requested by name. */
  quoteFound(wallet: SandboxWallet, service: SandboxService, found: FoundItems): PriceQuote
  /** Returns the cost of looking up a user. */
  quoteLookUp(wallet: SandboxWallet, service: SandboxService, userId: string): PriceQuote
  /** Deducts a charge from a wallet at once; the reported balance may fall later. */
  charge(wallet: SandboxWallet, nano: Nano, sold?: readonly string[]): void
  /** Returns the balance that the service reports now. */
  toldBalance(wallet: SandboxWallet): Nano
}

/** The way in which the charge of a page is made up from the price of an item: each number is a multiple of it. */
export interface PriceShape {
  readonly bySize: readonly { readonly from: number; readonly each: bigint }[]
  readonly call: bigint
  readonly min: bigint
  readonly isOnceADay: boolean
}

/** An amount, and the names of what it is for, which count as sold if an item is charged once a day. */
export interface PriceQuote {
  readonly nano: Nano
  readonly sold: readonly string[]
}

/** A page of a list, by the ids of its items. */
interface SoldPage {
  readonly operation: SandboxOperation
  readonly ids: readonly string[]
}

/** Users or posts that were requested by name, and the price of such an answer. */
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
  /** Returns charges that do not show yet, and forgets the others. */
  const hiddenOf = ({ id }: SandboxWallet): LateCharge[] => {
    const now = clock.now().getTime()
    const hidden = (late.get(id) ?? []).filter(({ showsAt }) => showsAt > now)
    late.set(id, hidden)
    return hidden
  }
  /** Counts the charged ones among these: if an item is charged once a UTC day, those not yet sold on it. */
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
    { kind, ids, price: { bySize, call, min } }: FoundItems,
  ): PriceQuote => {
    const { charged, sold } = chargedOf(
      wallet,
      isOnceADay,
      ids.map((id) => `${kind}:${id}`),
    )
    const each = bySize.findLast(({ from }) => ids.length >= from)?.each ?? 0n
    const nano = call + BigInt(charged) * each
    return { nano: nano < min ? min : nano, sold }
  }
  const priceOf = ({ id, service }: SandboxWallet, operation: SandboxOperation): Nano =>
    own.get(`${id} ${operation}`) ??
    (service === null ? prices[operation] : (SERVICE_PRICES[service].lists[operation].bySize[0]?.each ?? 0n))
  /** Returns the present price of a wallet's list: the service's, or in the shape that was chosen for it. */
  const listPriceOf = (wallet: SandboxWallet, operation: SandboxOperation): ListPrice => {
    const { id, service } = wallet
    const shape = shapes.get(`${id} ${operation}`)
    const price = priceOf(wallet, operation)
    if (shape)
      return {
        bySize: shape.bySize.map(({ from, each }) => ({ from, each: each * price })),
        call: shape.call * price,
        min: shape.min * price,
      }
    const isOwn = service === null || own.has(`${id} ${operation}`)
    return isOwn
      ? { bySize: [{ from: 0, each: price }], call: 0n, min: 0n }
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
