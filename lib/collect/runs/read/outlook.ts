import type { RunView } from '../core/schemas'

/** About how many items, and between which numbers the run will most likely end: four in five do. */
export interface ItemBand {
  readonly low: number
  readonly middle: number
  readonly high: number
}

/** What a run that starts now will most likely bring, by the runs of the same search before it; null where they do not tell. */
export interface RunOutlook {
  /** The items of the whole list. */
  readonly whole: ItemBand | null
  /** The items that are new since the last run. */
  readonly fresh: ItemBand | null
}

/** What the outlook needs to know of a run. */
export type RunBefore = Pick<
  RunView,
  'startedAt' | 'endReason' | 'items' | 'reusedItems' | 'newItems' | 'isBaseline'
>

const HOUR_MS = 3_600_000
/**
 * How far runs of an unknown search lie apart, as a standard deviation of logarithms, and how many runs that counts for:
 * with few runs the band is wide, with many it is theirs.
 */
const USUAL_SPREAD = 0.35
const USUAL_RUNS = 2
/** Nine in ten of a normal distribution lie below this many standard deviations. */
const NINE_IN_TEN = 1.2816

/** Tells from the runs of a search (in any order) what the next one will most likely bring. */
export function outlookOf(runs: readonly RunBefore[], now: Date): RunOutlook {
  const byTime = runs.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
  const whole = byTime.filter(({ endReason }) => endReason === 'last_page')
  const complete = byTime.filter(({ endReason }) => endReason === 'last_page' || endReason === 'nothing_new')
  const rates = complete.slice(1).flatMap((run, place) => {
    const hours = hoursBetween(complete[place]?.startedAt, run.startedAt)
    // Of nothing new in a short time follows little: half an item stands for none.
    return run.isBaseline || hours <= 0 ? [] : [Math.max(run.newItems, 0.5) / hours]
  })
  const hours = hoursBetween(complete.at(-1)?.startedAt, now)
  return {
    whole: bandOf(whole.map(({ items, reusedItems }) => items + reusedItems)),
    fresh: bandOf(rates.map((rate) => rate * Math.max(hours, 0))),
  }
}

const hoursBetween = (from: Date | undefined, to: Date): number =>
  from === undefined ? 0 : (to.getTime() - from.getTime()) / HOUR_MS

/** The band of the next of these numbers, which lie apart by factors; counts also lie apart by chance. */
function bandOf(numbers: readonly number[]): ItemBand | null {
  const positive = numbers.filter((each) => each > 0)
  if (positive.length === 0) return null
  const logs = positive.map(Math.log)
  const mean = logs.reduce((sum, each) => sum + each, 0) / logs.length
  const squares = logs.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  const freedom = USUAL_RUNS + logs.length - 1
  const variance = (USUAL_RUNS * USUAL_SPREAD ** 2 + squares) / freedom
  const middle = Math.exp(mean)
  const spread = Math.sqrt(variance * (1 + 1 / logs.length) + 1 / Math.max(middle, 1))
  // Student’s distribution, nearly: few runs tell less.
  const reach = NINE_IN_TEN * (1 + 0.85 / freedom) * spread
  return {
    low: Math.floor(middle * Math.exp(-reach)),
    middle: Math.round(middle),
    high: Math.ceil(middle * Math.exp(reach)),
  }
}
