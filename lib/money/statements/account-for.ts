import { chargeForItems, type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import { type LostCall, MAX_SETTLING_MS } from '@/lib/money/ledger'
import {
  isMixedPriceCost,
  isRoundingAmount,
  lineCostNano,
  priceDifferenceNano,
  type RealPrices,
} from './price-hypotheses'
import type { Window } from './windows'

/**
 * The changes of a wallet's balance between two clean readings, in nano-credits. The balance fell by what was settled,
 * plus resolved + lost + shift + unpriced + expired + outside + unexplained + rounding − topUp, exactly.
 */
export interface Movement extends Window {
  /** Charges for calls whose answer was lost: for the resolved ones, and the possible charges of the others. */
  readonly resolvedNano: Nano
  readonly lostNano: Nano
  /** Difference between the upstream's price and the booked one. */
  readonly shiftNano: Nano
  /** Pages that were settled while no price was known. */
  readonly unpricedNano: Nano
  /** Part of the balance that expired, such as a bonus. */
  readonly expiredNano: Nano
  /** Spend of somebody else who uses the wallet. */
  readonly outsideNano: Nano
  /** Either outside spend or a new price. The next pages will show which. */
  readonly unexplainedNano: Nano
  readonly roundingNano: Nano
  readonly topUpNano: Nano
  /** The reading that showed what it was: its own last one, or a later one that refuted a new price. */
  readonly recognisedAt: Date
  /**
   * Likelihood that our own pages cost what counts as outside spend or as unexplained; `likely` at a new price of few
   * digits. Null if they did not.
   */
  readonly perhapsOurs: 'likely' | 'possible' | null
  /**
   * True if charges of its pages and lost calls may show only after its last reading, because they were never seen to
   * show as quickly.
   */
  readonly mayBeLate: boolean
  /** True if a price changed between its pages. How many of them took the new one is only assumed. */
  readonly isMixed: boolean
  /** The upstream's prices known for it, where they differ from the booked ones. */
  readonly real: RealPrices
}

/**
 * Returns what somebody else took within a movement, including what may be a new price instead, as long as that is
 * possible.
 */
export const outsideSpendNano = ({ outsideNano, unexplainedNano, perhapsOurs }: Movement): Nano =>
  outsideNano + (perhapsOurs === 'possible' ? unexplainedNano : 0n)

/**
 * Returns whether somebody else may have taken more than that, because pages without a price and unresolved lost calls
 * count at their maximum cost.
 */
export const isOutsideSpendMinimum = ({ unpricedNano, lostNano }: Movement): boolean =>
  unpricedNano > 0n || lostNano > 0n

/** Accounts for a window at the upstream's prices as far as they are known. The rest is outside spend or a top-up. */
export function accountForWindow(window: Window, known: RealPrices): Movement {
  const resolvedNano = resolvedOf(window)
  const shiftNano = priceDifferenceNano(known, window)
  const rest = window.dropNano - resolvedNano - shiftNano
  const isUnpriced = hasUnpricedPages(window)
  const lostNano = isUnpriced ? 0n : lostPart(rest, window, known)
  const expiredNano = isUnpriced ? 0n : expiredPart(rest - lostNano, window)
  const left = rest - lostNano - expiredNano
  const unpricedNano = isUnpriced ? unpricedPart(left, window) : 0n
  const isRounded = !isUnpriced && isRoundingAmount(left, window)
  // Written out, because a year has tens of thousands of windows and spreading objects takes many times as long.
  return {
    from: window.from,
    to: window.to,
    dropNano: window.dropNano,
    settled: window.settled,
    goneNano: window.goneNano,
    maxUnpricedNano: window.maxUnpricedNano,
    lost: window.lost,
    resolvedNano,
    lostNano,
    shiftNano,
    expiredNano,
    unpricedNano,
    outsideNano: !isRounded && left > unpricedNano ? left - unpricedNano : 0n,
    unexplainedNano: 0n,
    roundingNano: isRounded ? left : 0n,
    topUpNano: !isRounded && left < 0n ? -left : 0n,
    recognisedAt: window.to,
    perhapsOurs: null,
    mayBeLate: false,
    isMixed: false,
    real: known,
  }
}

/**
 * Accounts for a window in which an operation's price changed between the pages, from the price `before` or from the
 * booked one. Null if that does not explain it.
 */
export function accountForMidWindowPrice(
  movement: Movement,
  operation: OperationName,
  known: RealPrices,
  before: RealPrices,
): Movement | null {
  const { settled, outsideNano, topUpNano, lostNano, shiftNano, real } = movement
  const [line, realNano] = [settled[operation], known[operation]]
  const restNano = outsideNano - topUpNano
  if (!line || realNano === undefined || lostNano !== 0n || hasUnpricedPages(movement)) return null
  const costNano = lineCostNano(line, real[operation]) + restNano
  const was = [real[operation] ?? null, before[operation] ?? real[operation] ?? null]
  if (!was.some((wasNano) => isMixedPriceCost(line, costNano, wasNano, realNano))) return null
  const part = { outsideNano: 0n, topUpNano: 0n, shiftNano: shiftNano + restNano }
  return { ...movement, ...part, real: known, isMixed: true }
}

/** Returns whether pages, lost calls and known prices explain everything. */
export const isExplained = ({ outsideNano, topUpNano }: Movement): boolean =>
  outsideNano === 0n && topUpNano === 0n

export const hasUnpricedPages = (window: Window): boolean =>
  operationEntries(window.settled).some(([, { unpricedItems }]) => unpricedItems > 0)

/**
 * Returns the number of charged units of a window's pages, of all operations: units of their tariffs, and items
 * without a price.
 */
export const countChargedUnits = (window: Window): bigint =>
  Object.values(window.settled).reduce(
    (sum, { units, unpricedItems }) => sum + units + BigInt(unpricedItems),
    0n,
  )

const resolvedOf = (window: Window): Nano =>
  window.lost.reduce((sum, { resolution }) => sum + (resolution?.chargeNano ?? 0n), 0n)

/**
 * Returns whether the cost of a lost call is not known: it is not resolved, or it was charged when no price was known.
 */
export const isLostCostUnknown = ({ resolution }: LostCall): boolean =>
  resolution === null || (resolution.isCharged && resolution.chargeNano === null)

/** Returns the part of a rest that pages without a price may have cost. */
const unpricedPart = (restNano: Nano, { maxUnpricedNano, lost }: Window): Nano => {
  if (restNano <= 0n) return 0n
  return lost.length > 0 || maxUnpricedNano === null || restNano < maxUnpricedNano
    ? restNano
    : maxUnpricedNano
}

/** Returns the part of a rest that expired: at most what was left of a bonus that is gone at the end of the window. */
const expiredPart = (restNano: Nano, { goneNano }: Window): Nano =>
  restNano <= 0n ? 0n : goneNano < restNano ? goneNano : restNano

/** Returns the part of a rest that the unresolved lost calls may have cost. */
function lostPart(restNano: Nano, window: Window, known: RealPrices): Nano {
  if (restNano <= 0n) return 0n
  const max = maxLostNano(window, known)
  return max === null || restNano < max ? restNano : max
}

/** Returns the maximum cost of a window's lost calls whose cost is not known; null if one has no price. */
export function maxLostNano({ lost }: Window, known: RealPrices): Nano | null {
  let max = 0n
  for (const call of lost) {
    if (!isLostCostUnknown(call)) continue
    if (call.maxNano === null) return null
    // They cost what the upstream charges, which may differ from the booked price.
    const realNano = chargeForItems(call.maxUnits, known[call.operation] ?? 0n)
    max += realNano > call.maxNano ? realNano : call.maxNano
  }
  return max
}

/** Returns whether charges of one window could still show in a later one. */
export const couldShowIn = (later: Movement, { to }: Movement): boolean =>
  later.from.getTime() - to.getTime() <= MAX_SETTLING_MS

/** Returns the cost of our pages in a window, plus the possible cost of its lost calls. */
export const ownCost = ({ settled, shiftNano, resolvedNano, lostNano }: Movement): Nano =>
  Object.values(settled).reduce(
    (sum, { chargeNano }) => sum + chargeNano,
    shiftNano + resolvedNano + lostNano,
  )
