import { formatCompactExact, formatCount, localiseNumber } from '@/lib/kernel'

/** An axis: the positions of its lines, and their names. */
export interface Axis {
  readonly low: number
  readonly high: number
  readonly ticks: readonly { readonly value: number; readonly text: string }[]
}

/** Maximum number of an axis's lines, including the one at its end. */
const MAX_LINES = 5
/** A scale begins at zero unless its values stay far above it. */
const FAR_ABOVE = 0.4
/** Minimum span as a fraction of the value: smaller movements are not drawn as a fall to the floor. */
const MIN_SPAN = 0.01
const STEPS = [1, 2, 5]

/**
 * Returns an axis from zero up, or down if values are below it, in at most five round steps; in whole ones for counts.
 */
export const axisFromZero = (highest: number, isWhole = false): Axis => axisOf(0, highest, isWhole ? 1 : 0)

/**
 * Returns an axis that shows how values move: from zero, unless all of them are far above it. A constant value gets a
 * scale up to itself, and is named.
 */
export function axisOfChanges(values: readonly number[]): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (low === high && high > 0) return axisUpTo(high)
  const isFar = low > high * FAR_ABOVE
  return axisOf(isFar ? Math.min(low, high * (1 - MIN_SPAN)) : Math.min(0, low), high)
}

/** Says where a scale begins if it does not begin at zero, because a small fall looks large on it. */
export const describeScaleStart = ({ low, ticks }: Axis): string => {
  const [first] = ticks
  return low > 0 && first ? ` (scale from ${first.text})` : ''
}

/** Returns an axis from zero to one value, which would be mistaken for a round line near it. */
function axisUpTo(value: number): Axis {
  const round = axisFromZero(value)
  if (round.high === value) return round
  return { low: 0, high: value, ticks: [0, value].map((at) => ({ value: at, text: valueText(at) })) }
}

const valueText = (value: number): string => {
  if (value >= 100 && value < 1e6) return formatCount(Math.round(value))
  const rounded = Number(value.toPrecision(4))
  return value < 100 ? decimalText(rounded, 12) : formatCompactExact(rounded)
}

/** Writes a number with up to so many decimals, none of them a zero at its end. */
const decimalText = (value: number, decimals: number): string =>
  localiseNumber(value.toFixed(decimals).replace(/\.?0+$/, ''))

function axisOf(lowest: number, max: number, minStep = 0): Axis {
  const span = max > lowest ? max - lowest : Math.abs(max) || 1
  const highest = lowest + span
  for (const step of roundSteps(Math.max(minStep, span / MAX_LINES))) {
    const first = Math.floor(lowest / step)
    const last = Math.max(first + 1, Math.ceil(highest / step))
    if (last - first + 1 > MAX_LINES) continue
    const places = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const largest = Math.max(Math.abs(first), Math.abs(last)) * step
    return {
      low: first * step,
      high: last * step,
      ticks: places.map((index) => ({ value: index * step, text: tickText(index, step, largest) })),
    }
  }
  return { low: lowest, high: highest, ticks: [] }
}

/** Yields round steps, from about `min` up: 1, 2 or 5 times a power of ten. */
function* roundSteps(min: number): Generator<number> {
  const exponent = Math.floor(Math.log10(min))
  for (let power = exponent; power < exponent + 3; power++)
    for (const step of STEPS) yield Number(`${step}e${power}`)
}

/** Names a line, precisely enough that no two lines have one name. */
function tickText(index: number, step: number, largest: number): string {
  const value = index * step
  if (step >= 100 && largest >= 1e4) return formatCompactExact(value)
  if (step >= 1) return formatCount(value)
  return decimalText(value, -Number(step.toExponential().split('e')[1]))
}

/** Width of a digit in the widest fonts, and the gap between a label and the drawing. */
const DIGIT = 7.7
export const LABEL_GAP = 8
const MIN_WIDTH = 56

/** Returns the width of an upright axis, or of several below each other: that of the longest label. */
export const axisWidth = (...axes: readonly Axis[]): number =>
  Math.max(
    MIN_WIDTH,
    ...axes.flatMap(({ ticks }) => ticks.map(({ text }) => Math.ceil(text.length * DIGIT + LABEL_GAP))),
  )
