import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import type { SettledByOperation } from '@/lib/money/ledger'
import { accountForWindow, hasUnpricedPages, isExplained, type Movement } from './account-for'
import {
  type Hypothesis,
  hypothesesFor,
  isEvidence,
  isMidWindowChangePossible,
  type RealPrices,
} from './price-hypotheses'
import { chargedOperations } from './windows'

/** Windows whose rest a new price would explain, until further pages confirm or refute it. */
export interface Suspicion {
  readonly places: readonly number[]
  readonly hypotheses: readonly Hypothesis[]
  /**
   * Operations whose price may have changed between the pages of the first window, or before its lost calls. The new
   * price then does not show in it.
   */
  readonly changed: readonly OperationName[]
  /** True if a later window with their pages fits neither the old price nor a new one. */
  readonly isDoubted: boolean
  /** True if later pages were booked at the new price and cost exactly that. */
  readonly isBooked: boolean
  /** Unit prices of each operation in the last earlier window that shows them. */
  readonly before: RealPrices
  /** Unit prices in the first later window that shows them. */
  readonly after: RealPrices
  /** True if the first window has no lost calls that may have cost something, and no pages without a price. */
  readonly isAlone: boolean
  /** True if its windows have different numbers of units of the operations whose price it supposes. */
  readonly areDifferent: boolean
  readonly settled: SettledByOperation
  /** The price at which the first window's pages and lost calls were booked, if it was one. */
  readonly booked: RealPrices
}

/**
 * Operations' prices for a window: known ones, those that earlier windows have shown, and those that later ones will
 * show.
 */
interface Prices {
  readonly known: RealPrices
  readonly before: RealPrices
  readonly ahead: RealPrices
}

/** A later window by which a suspicion is weighed. */
interface Look {
  readonly place: number
  /** The window, as explained by prices found before. */
  readonly movement: Movement
  readonly known: RealPrices
  /** The prices that other suspicions suppose. Several mistyped prices show one after the other. */
  readonly others: RealPrices
}

/**
 * Returns a suspicion if a new price would explain the part of a window that has no other explanation; null if no
 * price does.
 */
export function findSuspicion(
  index: number,
  movement: Movement,
  { known, before, ahead }: Prices,
): Suspicion | null {
  const restNano = movement.outsideNano - movement.topUpNano
  // The share of lost calls and of pages without a price is not known, so a price cannot be computed from the fall.
  const isAlone = movement.lostNano === 0n && !hasUnpricedPages(movement)
  const hypotheses = isAlone
    ? [...hypothesesFor(movement, restNano, known), ...besideLater(movement, { known, ahead })]
    : []
  const isMixture = chargedOperations(movement).length > 1
  // If there is only one page, one price explains all of it.
  const ofPages = operationEntries(movement.settled).flatMap(([operation, line]) =>
    (!isAlone || isMixture || line.pages > 1) && isMidWindowChangePossible(line, restNano, known[operation])
      ? [operation]
      : [],
  )
  const ofLost = movement.lost.flatMap(({ resolution, operation }) =>
    resolution === null && restNano > 0n ? [operation] : [],
  )
  const changed = [...new Set([...ofPages, ...ofLost])]
  if (hypotheses.length === 0 && changed.length === 0) return null
  return {
    places: [index],
    hypotheses,
    changed,
    isDoubted: false,
    isBooked: false,
    before,
    after: {},
    isAlone,
    areDifferent: false,
    settled: movement.settled,
    booked: { ...bookedOf(movement), ...unitPricesOfMovement(movement) },
  }
}

const bookedOf = ({ lost }: Movement): RealPrices =>
  Object.fromEntries(
    lost.flatMap(({ operation, priceNano }) => (priceNano === null ? [] : [[operation, priceNano]])),
  )

/** Returns prices that would explain a window of several operations if the others already cost what they cost later. */
function besideLater(movement: Movement, { known, ahead }: Omit<Prices, 'before'>): Hypothesis[] {
  const used = chargedOperations(movement)
  return used.flatMap((name) => {
    const others = operationEntries(ahead).filter(([one]) => one !== name && used.includes(one))
    if (others.length === 0) return []
    const own = Object.fromEntries(others)
    const prices = { ...known, ...own }
    const { outsideNano, topUpNano } = accountForWindow(movement, prices)
    return hypothesesFor(movement, outsideNano - topUpNano, prices)
      .filter((one) => Object.keys(one.prices).join() === name)
      .map((one) => ({ ...one, beside: own }))
  })
}

/**
 * Returns what remains of a suspicion after another window; null if nothing does. Only pages of its operations count,
 * and only if nothing else moved the balance: they cost what they cost before, or they do not.
 */
export function narrowSuspicion(
  suspicion: Suspicion,
  { place, movement, known, others }: Look,
): Suspicion | null {
  const { places, hypotheses, changed, isDoubted } = suspicion
  const isUsual = isExplainedByPrices(movement)
  const isClearAt = (prices: RealPrices) => isExplainedByPrices(accountForWindow(movement, prices))
  const fits = ({ prices, beside }: Hypothesis) =>
    isClearAt({ ...known, ...beside, ...prices }) || isClearAt({ ...known, ...others, ...beside, ...prices })
  const ofUse = hypotheses.filter(({ prices }) => isEvidence(prices, movement))
  const standing = hypotheses.filter((one) => !isUsual || !ofUse.includes(one) || fits(one))
  const shown = isUsual ? unitPricesOfMovement(movement) : {}
  const open = changed.filter((name) => !movement.settled[name]?.units || !isTold(suspicion, name, shown))
  if (standing.length === 0 && open.length === 0) return null
  const after = { ...shown, ...suspicion.after }
  const left = { ...suspicion, hypotheses: standing, changed: open, after }
  const telling = ofUse.filter(fits)
  if (telling.length === 0) return { ...left, isDoubted: isDoubted || (!isUsual && ofUse.length > 0) }
  return isUsual
    ? { ...left, hypotheses: telling, isBooked: true }
    : {
        ...left,
        hypotheses: telling,
        places: [...places, place],
        areDifferent:
          suspicion.areDifferent || telling.every((one) => isOtherNumber(one, suspicion, movement)),
      }
}

const isOtherNumber = ({ prices }: Hypothesis, { settled }: Suspicion, movement: Movement): boolean =>
  operationEntries(prices).some(([name]) => settled[name]?.units !== movement.settled[name]?.units)

/**
 * Returns whether pages of a later window show that an operation's price has, or has not, changed in the first one. If
 * its earlier price was never seen, they show it only by costing exactly what was booked; next to lost calls, by
 * costing what they did before.
 */
function isTold({ before, booked, isAlone }: Suspicion, name: OperationName, shown: RealPrices): boolean {
  if (shown[name] === undefined) return false
  if (before[name] === undefined) return booked[name] === shown[name]
  return isAlone || before[name] === shown[name]
}

/**
 * Returns the prices that are confirmed by pages in different numbers, or by pages that were booked at them, because
 * somebody else would hardly spend exactly that much each time. Null while they may also be another operation's.
 */
export function findConfirmedPrices({ hypotheses, areDifferent, isBooked }: Suspicion): RealPrices | null {
  const isConfirmed = areDifferent && hypotheses.length === 1
  const [first] = hypotheses
  return first && (isConfirmed || isBooked) ? { ...first.beside, ...first.prices } : null
}

/** Returns the unit price of each operation in an explained window: the known one, or else the booked one. */
export function unitPricesOfMovement({ settled, real }: Movement): RealPrices {
  const prices: Record<OperationName, Nano> = {}
  for (const [operation, { units, chargeNano }] of operationEntries(settled)) {
    if (units <= 0n) continue
    const price = real[operation] ?? (chargeNano % units === 0n ? chargeNano / units : undefined)
    if (price !== undefined) prices[operation] = price
  }
  return prices
}

/** Returns the prices that suspicions suppose at first sight. */
export const initialSuspectedPrices = (suspicions: readonly Suspicion[]): RealPrices =>
  Object.assign({}, ...suspicions.map(({ hypotheses }) => hypotheses[0]?.prices))

/** Returns whether known prices explain a window with nothing left for lost calls. */
export const isExplainedByPrices = (movement: Movement): boolean =>
  isExplained(movement) && movement.lostNano === 0n
