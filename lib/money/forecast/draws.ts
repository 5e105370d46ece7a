import type { PastDay } from './days'
import type { Trend } from './trend'

/** Difference in age at which a day is drawn half as often. */
export const HALF_LIFE_DAYS = 21
/** Minimum number of known days of a weekday. With fewer, days of any weekday are drawn. */
const MIN_SAME_WEEKDAY = 3

export type DrawDay = (weekday: number) => PastDay

/**
 * Returns a function that draws past days of a weekday, recent ones more often; of any weekday if too few are known.
 */
export function drawsFrom(days: readonly PastDay[], { perDay }: Trend, random: () => number): DrawDay {
  const weighted = days.map((day, place) => ({
    day: scaled(day, Math.exp(perDay * (days.length - 1 - place))),
    weight: 0.5 ** ((days.length - 1 - place) / HALF_LIFE_DAYS),
  }))
  const pools = new Map<number, DayPool>()
  for (let weekday = 1; weekday <= 7; weekday++) {
    const same = weighted.filter(({ day }) => day.weekday === weekday)
    pools.set(weekday, poolOf(same.length >= MIN_SAME_WEEKDAY ? same : weighted))
  }
  return (weekday) => pools.get(weekday)?.(random()) ?? NO_SPEND
}

type DayPool = (share: number) => PastDay

function poolOf(weighted: readonly { day: PastDay; weight: number }[]): DayPool {
  let sum = 0
  const ends = weighted.map(({ weight }) => {
    sum += weight
    return sum
  })
  return (share) => {
    const place = ends.findIndex((end) => share * sum < end)
    return weighted[place]?.day ?? NO_SPEND
  }
}

/** Scales a past day to today's level. */
const scaled = ({ weekday, hours, total }: PastDay, factor: number): PastDay => ({
  weekday,
  hours: hours.map((nano) => nano * factor),
  total: total * factor,
})

const NO_SPEND: PastDay = { weekday: 1, hours: [], total: 0 }
