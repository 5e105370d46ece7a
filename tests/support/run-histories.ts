import { forecastRunOutlook, type PastRunFacts } from '@/lib/collect/runs'
import { makeDice } from '@/tests/factories/dice'

const HOUR_MS = 3_600_000

/** A search that is run again and again: how many new items each run finds, by the hours since the one before. */
export interface RunHistory {
  readonly name: string
  /** Draws the number of items that come within some hours; `chance` is uniform within 0 and 1. */
  readonly draw: (chance: () => number) => (fromHour: number, hours: number) => number
}

const normal = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(Math.max(chance(), 1e-12))) * Math.cos(2 * Math.PI * chance())

/** A Poisson number; nearly normal where it is large. */
function poisson(mean: number, chance: () => number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(chance)))
  let [count, product] = [0, chance()]
  for (const least = Math.exp(-mean); product > least; count++) product *= chance()
  return count
}

/** So many an hour, between 5 and 500, the same for one history. */
const pace = (chance: () => number): number => 5 * 100 ** chance()

export const HISTORIES: readonly RunHistory[] = [
  {
    name: 'a steady stream',
    draw: (chance) => {
      const rate = pace(chance)
      return (_, hours) => poisson(rate * hours, chance)
    },
  },
  {
    name: 'a stream with days and nights',
    draw: (chance) => {
      const rate = pace(chance)
      return (from, hours) => {
        let mean = 0
        for (let hour = 0; hour < hours; hour++)
          mean += rate * (1 + 0.8 * Math.sin(((from + hour) * Math.PI) / 12))
        return poisson(mean, chance)
      }
    },
  },
  {
    name: 'a stream in bursts',
    draw: (chance) => {
      const rate = pace(chance)
      return (_, hours) => poisson(rate * hours * Math.exp(0.5 * normal(chance)), chance)
    },
  },
  {
    name: 'a stream that grows',
    draw: (chance) => {
      const rate = pace(chance)
      return (from, hours) => poisson(rate * hours * 1.02 ** (from / 24), chance)
    },
  },
]

/** How often the band of the next run holds what it brings, over histories of 2 to 15 runs, and how wide the bands are. */
export function bandsIn(draw: RunHistory['draw'], histories: number) {
  const dice = makeDice(7)
  const chance = () => dice(1_000_000) / 1_000_000
  let [held, all] = [0, 0]
  const widths: number[] = []
  for (let history = 0; history < histories; history++) {
    const itemsIn = draw(chance)
    const runs: PastRunFacts[] = []
    let hour = 0
    const length = 2 + dice(14)
    for (let turn = 0; turn <= length; turn++) {
      // Daily, an hour or two early or late; now and then one is left out.
      const hours = 22 + dice(5) + (dice(6) === 0 ? 24 : 0)
      const newItems = itemsIn(hour, hours)
      hour += hours
      const startedAt = new Date(hour * HOUR_MS)
      if (turn === length) {
        const { fresh } = forecastRunOutlook(runs, startedAt)
        if (fresh === null) continue
        all++
        if (newItems >= fresh.low && newItems <= fresh.high) held++
        widths.push(fresh.high / Math.max(fresh.low, 1))
      }
      const isBaseline = turn === 0
      runs.push({
        startedAt,
        newItems,
        items: newItems + 10,
        reusedItems: 0,
        isBaseline,
        endReason: 'nothing_new',
      })
    }
  }
  widths.sort((one, other) => one - other)
  return { held, all, medianWidth: widths[Math.floor(widths.length / 2)] ?? 0 }
}
