import { formatCompact, formatCount } from '@/lib/kernel'

/** An axis: where its lines stand, and how each is named. */
export interface Axis {
  readonly low: number
  readonly high: number
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}

/** Lines of an axis, with the one at its end. */
const MOST_LINES = 5
/** A scale begins at zero unless its values move far above it. */
const FAR_ABOVE = 0.4
/** What moves by less than this part of itself is not drawn as if it fell to the floor. */
const LEAST_SPAN = 0.01
const STEPS = [1, 2, 5]

/** An axis from zero up, or down where values are below it, in at most five round steps; in whole ones for what is counted. */
export const axisFromZero = (highest: number, isWhole = false): Axis => axisOf(0, highest, isWhole ? 1 : 0)

/** An axis that shows how values move: from zero, unless all of them lie far above it. What does not move has no other scale, and is named. */
export function axisOfMoves(values: readonly number[]): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high && high > 0) return axisUpTo(high)
  const isFar = low > high * FAR_ABOVE
  return axisOf(isFar ? Math.min(low, high * (1 - LEAST_SPAN)) : Math.min(0, low), high)
}

/** Where a scale begins that does not begin at zero, beside what it counts: on such a scale a small fall looks large. */
export const scaleWords = ({ low, ticks }: Axis): string => {
  const [first] = ticks
  return low > 0 && first ? ` (scale from ${first.text})` : ''
}

/** From zero to one value: beside a round line that is near it, it would be taken for that one. */
function axisUpTo(value: number): Axis {
  const round = axisFromZero(value)
  if (round.high === value) return round
  return {
    ...{ low: 0, high: value },
    ticks: [
      { value: 0, text: '0' },
      { value, text: valueText(value) },
    ],
  }
}

const valueText = (value: number): string => {
  if (value >= 1e6) return formatCompact(value)
  return value >= 100 ? formatCount(Math.round(value)) : String(Number(value.toPrecision(4)))
}

function axisOf(lowest: number, most: number, leastStep = 0): Axis {
  const span = most > lowest ? most - lowest : Math.abs(most) || 1
  const highest = lowest + span
  for (const step of roundSteps(Math.max(leastStep, span / MOST_LINES))) {
    const first = Math.floor(lowest / step)
    const last = Math.max(first + 1, Math.ceil(highest / step))
    if (last - first + 1 > MOST_LINES) continue
    const places = Array.from({ length: last - first + 1 }, (_, place) => first + place)
    const largest = Math.max(Math.abs(first), Math.abs(last)) * step
    return {
      low: first * step,
      high: last * step,
      ticks: places.map((place) => ({ value: place * step, text: tickText(place, step, largest) })),
    }
  }
  return { low: lowest, high: highest, ticks: [] }
}

/** Round steps, from about `least` up: 1, 2 or 5 of a power of ten. */
function* roundSteps(least: number): Generator<number> {
  const exponent = Math.floor(Math.log10(least))
  for (let power = exponent; power < exponent + 3; power++)
    for (const step of STEPS) yield Number(`${step}e${power}`)
}

/** So exact that no two lines have one name. */
function tickText(place: number, step: number, largest: number): string {
  const value = place * step
  if (step >= 1e5 && largest >= 1e6) return formatCompact(value)
  if (step >= 100 && largest >= 1e4 && largest < 1e6) return formatCompact(value)
  if (step >= 1) return formatCount(value)
  const decimals = -Number(step.toExponential().split('e')[1])
  return value.toFixed(decimals).replace(/\.?0+$/, '')
}
