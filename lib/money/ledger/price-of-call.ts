import type { Micro } from '@/lib/kernel'

interface ReservedCall {
  readonly reservedItems: number
  readonly reservedMicro: Micro | null
  readonly priceMicro: Micro | null
}

/**
 * The price in force when a call was opened. Calls of before that was stored have only their reservation, which may be
 * at a price that was coming. Null if no price was known.
 */
export function priceOfCall({ reservedItems, reservedMicro, priceMicro }: ReservedCall): Micro | null {
  if (priceMicro !== null) return priceMicro
  return reservedMicro === null || reservedItems === 0 ? null : reservedMicro / BigInt(reservedItems)
}
