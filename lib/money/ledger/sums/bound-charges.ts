import type { Nano } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { selectChargedInAll } from './totals-store'

/** The possible charges of a page: as the answer reported it, and by the price in force. Null if not known. */
interface ChargeFound {
  readonly toldNano: Nano | null
  readonly pricedNano: Nano | null
}

/** The charge that a page is booked with; null if none is known. */
export interface ChargeBooked {
  readonly chargeNano: Nano | null
  readonly chargeSource: 'reported' | 'price' | 'none'
}

/**
 * Maximum sum of a team's charges: four billion credits. Sums are stored in 64 bits, so this leaves room for bookings
 * made at the same time.
 */
const MAX_IN_ALL: Nano = 4n * 10n ** 18n
/**
 * Charge of a page from which the sum is checked: 100 credits. With smaller pages it takes tens of millions to reach
 * the maximum.
 */
const LARGE: Nano = 10n ** 11n

/**
 * Returns the charges that a team's pages are booked with: as reported, else by price. A charge that would overflow
 * the sums, for example in another unit than the provider states, becomes none, because what was charged is then not
 * known.
 */
export async function boundCharges(
  tx: Tx,
  teamId: string,
  found: readonly ChargeFound[],
): Promise<ChargeBooked[]> {
  const isLarge = found.some(({ toldNano, pricedNano }) => (toldNano ?? 0n) + (pricedNano ?? 0n) >= LARGE)
  let room = isLarge ? MAX_IN_ALL - (await selectChargedInAll(tx, teamId)) : null
  return found.map(({ toldNano, pricedNano }) => {
    const booked = firstOf(room, toldNano, pricedNano)
    if (room !== null) room -= booked.chargeNano ?? 0n
    return booked
  })
}

function firstOf(room: Nano | null, toldNano: Nano | null, pricedNano: Nano | null): ChargeBooked {
  const fits = (nano: Nano) => room === null || nano < LARGE || nano <= room
  if (toldNano !== null && fits(toldNano)) return { chargeNano: toldNano, chargeSource: 'reported' }
  if (pricedNano !== null && fits(pricedNano)) return { chargeNano: pricedNano, chargeSource: 'price' }
  return { chargeNano: null, chargeSource: 'none' }
}
