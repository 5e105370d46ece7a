import type { Nano, Operation } from '@/lib/kernel'
import { NANO_PER_CREDIT } from '@/lib/kernel'
import { EXAMPLE_KEYS, EXAMPLE_SEARCHES, EXAMPLE_SERVICES, EXAMPLE_WALLETS } from './cast'
import type { PlannedSlice } from './plan'

const credits = (count: number): Nano => BigInt(count) * NANO_PER_CREDIT

/** Day on which a search's items become more expensive. */
export const PRICE_CHANGE_DAY = 55

/** Nano-credits per item: at first, and from the day of the change. */
const NANO: Record<Operation, readonly [Nano, Nano]> = {
  timeline: [150_000_000n, 150_000_000n],
  search: [200_000_000n, 240_000_000n],
  followers: [50_000_000n, 50_000_000n],
}

export const priceOnDay = (operation: Operation, day: number): Nano =>
  NANO[operation][day < PRICE_CHANGE_DAY ? 0 : 1]

/** Credits that were added to a wallet on a day, and their cost. */
export const EXAMPLE_TOP_UPS = [
  { wallet: 0, day: 20, credits: 12_000, cost: '34' },
  { wallet: 1, day: 40, credits: 5_000, cost: '14.50' },
  { wallet: 0, day: 58, credits: 12_000, cost: '32' },
]

export const FIRST_LEAK_DAY = 87

/** Credits that somebody else took: a leaked key, in three nights, which are one open incident. */
const LEAKS = [
  { wallet: 0, day: FIRST_LEAK_DAY, nano: credits(640) },
  { wallet: 0, day: 88, nano: credits(380) },
  { wallet: 0, day: 89, nano: credits(1_480) },
]

/** Balances at the end. */
const ENDS_WITH: readonly Nano[] = [credits(3_900), credits(7_200)]

/** Returns a slice's changes to the balances, by the order of the wallets. Lost calls may have been charged. */
export function balanceChanges(slice: PlannedSlice): Nano[] {
  const changes = EXAMPLE_WALLETS.map(() => 0n)
  const add = (key: number, nano: Nano) => {
    const wallet = EXAMPLE_KEYS[key]?.wallet ?? 0
    changes[wallet] = (changes[wallet] ?? 0n) + nano
  }
  const charge = (key: number, operation: Operation, calls: readonly { readonly items: number }[]) => {
    for (const { items } of calls) add(key, -BigInt(items) * priceOnDay(operation, slice.day))
  }
  for (const { search, calls } of slice.runs) {
    const { key, operation } = EXAMPLE_SEARCHES[search] ?? { key: 0, operation: 'search' }
    charge(key, operation, calls)
  }
  for (const { service, calls } of slice.services) {
    const { key, operation } = EXAMPLE_SERVICES[service] ?? { key: 0, operation: 'search' }
    charge(key, operation, calls)
  }
  for (const top of EXAMPLE_TOP_UPS)
    if (top.day === slice.day) changes[top.wallet] = (changes[top.wallet] ?? 0n) + credits(top.credits)
  for (const { wallet, day, nano } of LEAKS)
    if (day === Math.floor(slice.day) && slice.isNight) changes[wallet] = (changes[wallet] ?? 0n) - nano
  return changes
}

/** Returns the wallets' balances at the beginning, computed back from those at the end. */
export function openingBalances(slices: readonly PlannedSlice[]): Nano[] {
  const changed = slices.map(balanceChanges)
  return ENDS_WITH.map((end, wallet) => changed.reduce((rest, each) => rest - (each[wallet] ?? 0n), end))
}
