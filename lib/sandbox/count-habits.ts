import { invalid } from '@/lib/kernel'
import { mixNumbers } from './catalogue'

const ALL = { exact: 'exact', about: 'about', ignored: 'ignored' } as const

/** The way in which the service takes `count`, which is only a hint (Pagination rules, 4). */
export type CountHabitName = keyof typeof ALL

const isCountHabit = (name: string): name is CountHabitName => Object.hasOwn(ALL, name)

export const COUNT_HABITS: readonly CountHabitName[] = Object.keys(ALL).filter(isCountHabit)

/** Parses a habit's name. Throws `invalid` for any other name. */
export function parseCountHabit(name: string): CountHabitName {
  if (isCountHabit(name)) return name
  throw invalid(`There is no way to take counts named "${name}": choose one of ${COUNT_HABITS.join(', ')}.`)
}

/** Decides how many items a page holds. */
export interface PageSizer {
  readonly name: CountHabitName
  /** Sets the habit for later pages. */
  choose(name: CountHabitName): void
  /** Returns the size of a page that was requested with this count; never above the maximum. */
  sizeOf(count: number, maxCount: number): number
}

/** Range of "about": up to a fifth more or less. */
const MIN = 0.8
const SPREAD = 0.4

/**
 * Creates the sizes. `exact`: the count; `about`: a number near it, drawn from the seed; `ignored`: always the largest
 * page.
 */
export function createPageSizer(first: CountHabitName, seed: number): PageSizer {
  let name = first
  let drawn = 0
  return {
    get name() {
      return name
    },
    choose(chosen) {
      name = chosen
    },
    sizeOf(count, maxCount) {
      if (name === 'exact') return count
      if (name === 'ignored') return maxCount
      const part = MIN + (SPREAD * mixNumbers(seed, 37, drawn++)) / 2 ** 32
      return Math.min(maxCount, Math.max(1, Math.round(count * part)))
    },
  }
}
