import { accountFor, isExplained, itemsOf, type Movement } from './account-for'
import { type Hypothesis, hypothesesFor, isBookedAt, isEvidence, type RealPrices } from './price-hypotheses'
import type { Window } from './windows'

/** Windows whose rest new prices would explain, until further pages confirm or refute them. */
export interface Suspicion {
  readonly places: readonly number[]
  /** How many items each of the windows had: only different numbers confirm a price. */
  readonly counts: ReadonlySet<number>
  readonly hypotheses: readonly Hypothesis[]
  /** Our pages are booked at the price in the meantime, and that explains them. */
  readonly isBooked: boolean
}

/** What a window adds to suspicions. */
export interface Look {
  readonly place: number
  readonly window: Window
  /** The window as real prices found before explain it. */
  readonly movement: Movement
  readonly known: RealPrices
}

/** The part that a new price would explain of a window without another explanation; null if no price does. */
export function suspect({ place, movement, known }: Look): Suspicion | null {
  if (isExplained(movement) || movement.lostNano > 0n) return null
  const hypotheses = hypothesesFor(movement, movement.outsideNano - movement.topUpNano, known)
  if (hypotheses.length === 0) return null
  return { places: [place], counts: new Set([itemsOf(movement)]), hypotheses, isBooked: false }
}

/**
 * What remains of all suspicions after another window; null if one is refuted: then somebody else spends, and none
 * stands. A window of other operations, with a rest that a price of theirs would explain, refutes nothing: prices that
 * were typed wrong show one after the other.
 */
export function weighAll(suspicions: readonly Suspicion[], look: Look): Suspicion[] | null {
  const judged = suspicions.map((one) => {
    const others = suspicions.filter((other) => other !== one).map(firstOf)
    return weigh(one, Object.assign({}, ...others), look)
  })
  const standing = judged.filter((one) => one !== null)
  if (standing.length === judged.length) return standing
  const isForeign = suspicions.every(({ hypotheses }) =>
    hypotheses.every(({ prices }) => !isEvidence(prices, look.window)),
  )
  const own = isForeign ? suspect(look) : null
  return own && [...suspicions, own]
}

/** The prices that pages in different numbers confirm: somebody else would hardly spend exactly so much each time. */
export function borneOut({ counts, hypotheses, isBooked }: Suspicion): RealPrices | null {
  return counts.size > 1 || isBooked ? (hypotheses[0]?.prices ?? null) : null
}

function weigh(one: Suspicion, others: RealPrices, look: Look): Suspicion | null {
  const { window, known, movement, place } = look
  const fits = (prices: RealPrices) => isExplained(accountFor(window, prices))
  const hypotheses = one.hypotheses.filter(
    ({ prices }) => fits({ ...known, ...prices }) || fits({ ...known, ...others, ...prices }),
  )
  if (hypotheses.length === 0) return null
  const telling = hypotheses.filter(({ prices }) => isEvidence(prices, window))
  if (telling.length === 0) return { ...one, hypotheses }
  if (!isExplained(movement))
    return {
      ...one,
      hypotheses,
      places: [...one.places, place],
      counts: new Set([...one.counts, itemsOf(window)]),
    }
  const booked = window.lost.length > 0 ? [] : telling.filter(({ prices }) => isBookedAt(prices, window))
  return booked.length > 0 ? { ...one, hypotheses: booked, isBooked: true } : { ...one, hypotheses }
}

const firstOf = ({ hypotheses }: Suspicion): RealPrices => hypotheses[0]?.prices ?? {}
