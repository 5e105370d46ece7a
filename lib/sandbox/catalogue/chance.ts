/**
 * Mixes whole numbers into one unsigned 32-bit number that looks random and is always the same for the same numbers.
 */
export function mixNumbers(first: number, second: number, third = 0): number {
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
export interface RandomSource {
  /** Returns a whole number from 0 to `below` - 1. */
  below(below: number): number
  /** Returns whether an event with a chance of one in `times` happens. */
  oneIn(times: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** Creates choices that depend only on the given numbers. */
export function createRandomSource(first: number, second: number, third: number): RandomSource {
  const start = mixNumbers(first, second, third)
  let step = 0
  const below = (limit: number) => mixNumbers(start, ++step) % limit
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  }
}

/** Returns the remainder that is never negative. */
export const modulo = (value: number, by: number): number => ((value % by) + by) % by

/**
 * A one-to-one reordering of 0 .. size - 1 that needs no table, so that a list of any length can be made one page at a
 * time.
 */
export interface Permutation {
  at(index: number): number
  /** Returns the index of `value`: the inverse of `at`. */
  indexOf(value: number): number
}

/** Returns a reordering of 0 .. `prime` - 1 chosen by `key`; `prime` must be a prime below 65536. */
export function createPermutation(prime: number, key: number): Permutation {
  const factor = 1 + (mixNumbers(key, 1) % (prime - 1))
  const shift = mixNumbers(key, 2) % prime
  let inverse: number | undefined
  return {
    at: (index) => (index * factor + shift) % prime,
    indexOf: (value) => {
      inverse ??= powerModulo(factor, prime - 2, prime)
      return (modulo(value - shift, prime) * inverse) % prime
    },
  }
}

// By Fermat's little theorem, factor ** (prime - 2) is the inverse of factor.
function powerModulo(base: number, exponent: number, modulus: number): number {
  let result = 1
  let square = base
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if (rest & 1) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}
