import { type Operation, operationEntries } from '@/lib/kernel'
import { accountFor, isExplained, itemsOf, type Movement, partlyAt } from './account-for'
import { type Hypothesis, hypothesesFor, isEvidence, isThinkable, type RealPrices } from './price-hypotheses'
import type { Window } from './windows'

/** Windows whose rest a new price would explain, until further pages confirm or refute it. */
export interface Suspicion {
  readonly places: readonly number[]
  readonly hypotheses: readonly Hypothesis[]
  /** Operations whose price may have changed between the pages of the first window: then the new price does not show in it. */
  readonly changed: readonly Operation[]
  /** A later window with their pages fits neither the old price nor a new one. */
  readonly isDoubted: boolean
  /** Later pages were booked at the new price, and cost just that. */
  readonly isBooked: boolean
  /** What items of each operation cost in the last window before that shows it. */
  readonly before: RealPrices
}

/** What a later window shows of a suspicion. */
interface Look {
  readonly place: number
  /** The window, as prices found before explain it. */
  readonly movement: Movement
  readonly known: RealPrices
  /** The prices that other suspicions suppose: several that were typed wrong show one after the other. */
  readonly others: RealPrices
}

/** The part that a new price would explain of a window without another explanation; null if no price does. */
export function suspect(
  place: number,
  movement: Movement,
  known: RealPrices,
  before: RealPrices,
): Suspicion | null {
  const restNano = movement.outsideNano - movement.topUpNano
  const isAlone = movement.lostNano === 0n
  // How much of the fall is of lost calls is not known, so a price cannot be computed from it.
  const hypotheses = isAlone ? hypothesesFor(movement, restNano, known) : []
  const changed = operationEntries(movement.settled).flatMap(([operation, line]) =>
    (!isAlone || line.pages > 1) && isThinkable(line, restNano, known[operation]) ? [operation] : [],
  )
  if (hypotheses.length === 0 && changed.length === 0) return null
  return { places: [place], hypotheses, changed, isDoubted: false, isBooked: false, before }
}

/**
 * What remains of a suspicion after another window; null if nothing does. Only pages of its operations tell, and only
 * where nothing else moved the balance: they cost what they cost before, or they do not.
 */
export function weigh(suspicion: Suspicion, { place, movement, known, others }: Look): Suspicion | null {
  const { places, hypotheses, changed, isDoubted } = suspicion
  const isUsual = isClear(movement)
  const isClearAt = (prices: RealPrices) => isClear(accountFor(movement, prices))
  const fits = ({ prices }: Hypothesis) =>
    isClearAt({ ...known, ...prices }) || isClearAt({ ...known, ...others, ...prices })
  const ofUse = hypotheses.filter(({ prices }) => isEvidence(prices, movement))
  const standing = hypotheses.filter((one) => !isUsual || !ofUse.includes(one) || fits(one))
  const open = changed.filter((operation) => !isUsual || (movement.settled[operation]?.items ?? 0) === 0)
  if (standing.length === 0 && open.length === 0) return null
  const left = { ...suspicion, hypotheses: standing, changed: open }
  const telling = ofUse.filter(fits)
  if (telling.length === 0) return { ...left, isDoubted: isDoubted || (!isUsual && ofUse.length > 0) }
  return isUsual
    ? { ...left, hypotheses: telling, isBooked: true }
    : { ...left, hypotheses: telling, places: [...places, place] }
}

/**
 * The prices that pages in different numbers confirm, or pages that were booked at them: somebody else would hardly spend
 * exactly so much each time. Null while they may be another operation's as well.
 */
export function borneOut(
  { places, hypotheses, isBooked }: Suspicion,
  windows: readonly Window[],
): RealPrices | null {
  const counts = new Set(places.flatMap((place) => windows[place] ?? []).map(itemsOf))
  const isConfirmed = counts.size > 1 && hypotheses.length === 1
  return isConfirmed || isBooked ? (hypotheses[0]?.prices ?? null) : null
}

/**
 * How a suspicion's window is accounted for by prices that later pages have shown: they explain it, the price changed
 * between its pages, or it was the same before and after. Null if none of these.
 */
export function settle({ changed, before }: Suspicion, first: Movement, shown: RealPrices): Movement | null {
  const prices = { ...first.real, ...shown }
  const again = accountFor(first, prices)
  if (isExplained(again)) return again
  for (const operation of changed) {
    const partly = partlyAt(first, operation, prices)
    if (partly) return partly
  }
  const names = operationEntries(first.settled).map(([operation]) => operation)
  const isSame = names.every((name) => shown[name] === undefined || shown[name] === before[name])
  const isTelling = names.some((name) => shown[name] !== undefined && shown[name] !== pricesIn(first)[name])
  return isSame && isTelling ? again : null
}

/** What an item of each operation costs in a window that is explained: as is known, or else as was booked. */
export function pricesIn({ settled, real }: Movement): RealPrices {
  const prices = operationEntries(settled).flatMap(([operation, { items, chargeNano }]) => {
    const nano = BigInt(items)
    const price = real[operation] ?? (nano > 0n && chargeNano % nano === 0n ? chargeNano / nano : undefined)
    return items > 0 && price !== undefined ? [[operation, price] as const] : []
  })
  return Object.fromEntries(prices)
}

/** The prices that suspicions suppose at first sight. */
export const firstPricesOf = (suspicions: readonly Suspicion[]): RealPrices =>
  Object.assign({}, ...suspicions.map(({ hypotheses }) => hypotheses[0]?.prices))

/** Whether known prices explain a window with nothing left to lost calls. */
export const isClear = (movement: Movement): boolean => isExplained(movement) && movement.lostNano === 0n
