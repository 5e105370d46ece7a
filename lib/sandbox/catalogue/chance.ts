/**
 * Mixes whole numbers into one unsigned 32-bit number that looks random and is always the same for the same numbers.
 */
export function mix(first: number, second: number, third = 0): number {
  let hash = stir(stir(stir(0x2545f491, first), second), third)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

function stir(hash: number, number: number): number {
  const stirred = Math.imul(hash ^ number, 0x9e3779b1)
  return stirred ^ (stirred >>> 15)
}

/** A source of repeatable random choices. */
export interface Chance {
  /** Returns a whole number from 0 to `below` - 1. */
  below(below: number): number
  /** Returns whether an event with a chance of one in `times` happens. */
  oneIn(times: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** Creates choices that depend only on the given numbers. */
export function chanceOf(first: number, second: number, third: number): Chance {
  const start = mix(first, second, third)
  let step = 0
  const below = (limit: number) => mix(start, ++step) % limit
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  }
}

/** Returns the remainder that is never negative. */
export const modulo = (value: number, by: number): number => ((value % by) + by) % by
