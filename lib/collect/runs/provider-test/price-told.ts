import { type Nano, nanoToText } from '@/lib/kernel'
import { type Provider, pricePerItem } from '@/lib/upstream/client'
import type { Probed } from './probe-page'

/**
 * Adds to a probe the price that balance readings before and after it suggest. The provider then states that price, if
 * it states none yet and the fall is the same for each item. Others who use the wallet meanwhile distort it, so
 * nothing is saved.
 */
export function withPriceTold(probed: Probed, before: Nano, after: Nano): Probed {
  const { page, provider } = probed
  const fellNano = before - after
  const priced = { ...probed, page: { ...page, fellNano } }
  const each = priceOf(fellNano, page.items)
  if (each === null || provider.price[page.operation] !== null) return priced
  const price: Provider['price'] = { ...provider.price, [page.operation]: pricePerItem(nanoToText(each)) }
  return { ...priced, provider: { ...provider, price } }
}

/** Returns the price of an item that explains the fall; null if nothing fell, or not evenly. */
const priceOf = (fellNano: Nano, items: number): Nano | null =>
  items > 0 && fellNano > 0n && fellNano % BigInt(items) === 0n ? fellNano / BigInt(items) : null
