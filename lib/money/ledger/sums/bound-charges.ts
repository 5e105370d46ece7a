import type { Nano } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { selectChargedInAll } from './totals-store'

/** What a page may have been charged: as the answer told it, and by the price in force. Null where it is not known. */
interface ChargeFound {
  readonly toldNano: Nano | null
  readonly pricedNano: Nano | null
}

/** What a page is booked with; null without a known charge. */
export interface ChargeBooked {
  readonly chargeNano: Nano | null
  readonly chargeSource: 'reported' | 'price' | 'none'
}

/** Sums are stored in 64 bits. A team is charged no more than four billion credits in all; who books beside it has room beyond. */
const MAX_IN_ALL: Nano = 4n * 10n ** 18n
/** A hundred credits a page: of less it takes tens of millions of pages to come there. */
const LARGE: Nano = 10n ** 11n

/**
 * What pages of a team are booked with: as told, else by their price. A charge that would not fit into the sums any more,
 * such as one in another unit than the provider says, is none: what was charged is not known then.
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
