import { chargeFor, type Micro } from '@/lib/kernel'
import { differenceAt, isRounding, type RealPrices } from './price-hypotheses'
import type { Window } from './windows'

/**
 * What a wallet's balance did between two clean readings, in micro-credits. It fell by what was settled, and by
 * resolved + lost + shift + unpriced + outside + unexplained + rounding − topUp, exactly.
 */
export interface Movement extends Window {
  /** Charged for calls whose answer was lost: the resolved ones, and what the others may have cost. */
  readonly resolvedMicro: Micro
  readonly lostMicro: Micro
  /** The upstream's price is not the one booked. */
  readonly shiftMicro: Micro
  /** Pages that were settled while no price was known. */
  readonly unpricedMicro: Micro
  /** Somebody else uses the wallet. */
  readonly outsideMicro: Micro
  /** Either outside spend or a new price: the next pages will tell. */
  readonly unexplainedMicro: Micro
  readonly roundingMicro: Micro
  readonly topUpMicro: Micro
  /** The reading that told what it was: its own last one, or a later one that refuted a new price. */
  readonly recognisedAt: Date
  /** Whether what is outside spend, or not explained, may still be a new price: `likely` if that price has few digits. */
  readonly perhapsPrice: 'likely' | 'possible' | null
}

const NONE = {
  lostMicro: 0n,
  unpricedMicro: 0n,
  outsideMicro: 0n,
  unexplainedMicro: 0n,
  roundingMicro: 0n,
  topUpMicro: 0n,
}

const UNDOUBTED = { perhapsPrice: null } as const

/** Accounts for a window at the upstream's prices as far as they are known. The rest is outside spend or a top-up. */
export function accountFor(window: Window, known: RealPrices): Movement {
  const resolvedMicro = resolvedOf(window)
  const shiftMicro = differenceAt(known, window)
  const rest = window.dropMicro - resolvedMicro - shiftMicro
  const movement: Movement = {
    ...window,
    ...NONE,
    resolvedMicro,
    shiftMicro,
    ...UNDOUBTED,
    recognisedAt: window.to,
  }
  if (hasUnpriced(window))
    return rest >= 0n ? { ...movement, unpricedMicro: rest } : { ...movement, topUpMicro: -rest }
  const lostMicro = lostPart(rest, window, known)
  const left = rest - lostMicro
  if (isRounding(left, window)) return { ...movement, lostMicro, roundingMicro: left }
  return left > 0n
    ? { ...movement, lostMicro, outsideMicro: left }
    : { ...movement, lostMicro, topUpMicro: -left }
}

/** Whether pages, lost calls and known prices explain everything. */
export const isExplained = ({ outsideMicro, topUpMicro }: Movement): boolean =>
  outsideMicro === 0n && topUpMicro === 0n

export const hasUnpriced = (window: Window): boolean =>
  Object.values(window.settled).some(({ unpricedItems }) => unpricedItems > 0)

/** The items of a window, of all operations. */
export const itemsOf = (window: Window): number =>
  Object.values(window.settled).reduce((sum, { items }) => sum + items, 0)

const resolvedOf = (window: Window): Micro =>
  window.lost.reduce((sum, { resolution }) => sum + (resolution?.chargeMicro ?? 0n), 0n)

/** How much of a rest the unresolved lost calls may have cost. */
function lostPart(restMicro: Micro, window: Window, known: RealPrices): Micro {
  const open = window.lost.filter(({ resolution }) => resolution === null)
  if (restMicro <= 0n || open.length === 0) return 0n
  let most = 0n
  for (const { mostMicro, mostItems, operation } of open) {
    if (mostMicro === null) return restMicro
    // They cost what the upstream charges, too.
    const realMicro = chargeFor(mostItems, known[operation] ?? 0n)
    most += realMicro > mostMicro ? realMicro : mostMicro
  }
  return most < restMicro ? most : restMicro
}
