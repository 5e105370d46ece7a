import type { Nano } from '@/lib/kernel'

interface ReservedCall {
  readonly reservedItems: number
  readonly reservedNano: Nano | null
  readonly priceNano: Nano | null
}

/**
 * The price in force when a call was opened. Calls of before that was stored have only their reservation, which may be
 * at a price that was coming. Null if no price was known.
 */
export function priceOfCall({ reservedItems, reservedNano, priceNano }: ReservedCall): Nano | null {
  if (priceNano !== null) return priceNano
  return reservedNano === null || reservedItems === 0 ? null : reservedNano / BigInt(reservedItems)
}
