import type { Nano } from '@/lib/kernel'

interface ReservedCall {
  readonly reservedItems: number
  readonly reservedNano: Nano | null
  readonly priceNano: Nano | null
}

/**
 * The unit of the tariff in force when a call was opened: the price of an item, where items alone are charged. Calls of
 * before that was stored have only their reservation, which may be at a price that was coming. Null if none was known.
 */
export function priceOfCall({ reservedItems, reservedNano, priceNano }: ReservedCall): Nano | null {
  if (priceNano !== null) return priceNano
  return reservedNano === null || reservedItems === 0 ? null : reservedNano / BigInt(reservedItems)
}

/** How many units of its tariff a call was charged at most: its items, where items alone are charged. */
export const maxUnitsOf = ({ reservedItems, reservedNano, priceNano }: ReservedCall): number =>
  priceNano === null || priceNano === 0n || reservedNano === null
    ? reservedItems
    : Number(reservedNano / priceNano)
