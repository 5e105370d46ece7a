import type { RunView } from '../core/schemas'

/** A forecast of items: the middle, and the range in which four of five runs end. */
export interface ItemBand {
  readonly low: number
  readonly middle: number
  readonly high: number
}

/**
 * A forecast of what a run that starts now will bring, by earlier runs of the same search; null if they do not
 * suffice.
 */
export interface RunOutlook {
  /** Items of the whole list. */
  readonly whole: ItemBand | null
  /** Items that are new since the last run. */
  readonly fresh: ItemBand | null
}

/** The facts about a run that the outlook needs. */
export type PastRunFacts = Pick<
  RunView,
  'startedAt' | 'endReason' | 'items' | 'reusedItems' | 'newItems' | 'isBaseline'
>

const HOUR_MS = 3_600_000
/**
 * Prior for an unknown search: the standard deviation of logarithms between runs, and the number of runs that it
 * counts as. With few runs the band is wide; with many it is their own.
 */
const USUAL_SPREAD = 0.35
const USUAL_RUNS = 2
/** Number of standard deviations below which nine in ten of a normal distribution lie. */
const NINE_IN_TEN = 1.2816

/** Forecasts from the runs of a search (in any order) what the next one will bring. */
export function forecastRunOutlook(runs: readonly PastRunFacts[], now: Date): RunOutlook {
  const byTime = runs.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
  const whole = byTime.filter(({ endReason }) => endReason === 'last_page')
  const complete = byTime.filter(({ endReason }) => endReason === 'last_page' || endReason === 'nothing_new')
  const rates = complete.slice(1).flatMap((run, index) => {
    const hours = hoursBetween(complete[index]?.startedAt, run.startedAt)
    // Nothing new in a short time says little, so half an item stands for none.
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

/** Returns the band of the next of these numbers, which differ by factors; counts also vary by chance. */
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
  // Approximates Student’s distribution: few runs say less.
  const reach = NINE_IN_TEN * (1 + 0.85 / freedom) * spread
  return {
    low: Math.floor(middle * Math.exp(-reach)),
    middle: Math.round(middle),
    high: Math.ceil(middle * Math.exp(reach)),
  }
}
