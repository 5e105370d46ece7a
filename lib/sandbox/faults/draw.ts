import { type Chance, chanceOf } from '../catalogue/chance'
import type { Wire } from '../form'
import type { FaultSetting } from './setting'
import { FAULTS } from './table'

const STEPS = 1_000_000
const WHETHER = 1
const WHAT = 2

/** The number of a request among those that could meet the fault, and its random choices if it does. */
export interface FaultDraw {
  readonly number: number
  readonly chance: Chance
}

/**
 * Creates the draw of which requests meet the fault. The n-th choice depends only on the seed and n, so that a series
 * of requests can be repeated.
 */
export function createDraw({ name, seed, share, only }: Required<FaultSetting>) {
  const { inARow = 1, meets } = FAULTS[name]
  let number = 0
  const begins = (at: number): boolean =>
    at > 0 && chanceOf(seed, at, WHETHER).below(STEPS) < Math.round(share * STEPS)
  const canMeet = (asks: Wire['asks']): boolean => {
    if (asks === 'page') return meets !== 'key info'
    if (only === 'pages') return false
    return asks === 'key info' ? meets !== 'pages' : meets === undefined
  }

  /** Counts a request; returns null if it is spared. */
  return (asks: Wire['asks']): FaultDraw | null => {
    if (!canMeet(asks)) return null
    number += 1
    const here = number
    const isMet = Array.from({ length: inARow }, (_, back) => here - back).some(begins)
    return isMet ? { number, chance: chanceOf(seed, number, WHAT) } : null
  }
}
