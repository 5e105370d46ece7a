import { mix, modulo } from './chance'

/**
 * A one-to-one reordering of 0 .. size - 1 that needs no table, so that a list of any length can be made one page at a
 * time.
 */
export interface Shuffle {
  at(index: number): number
  /** Returns the index of `value`: the inverse of `at`. */
  indexOf(value: number): number
}

/** Returns a reordering of 0 .. `prime` - 1 chosen by `key`; `prime` must be a prime below 65536. */
export function shuffleOf(prime: number, key: number): Shuffle {
  const factor = 1 + (mix(key, 1) % (prime - 1))
  const shift = mix(key, 2) % prime
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
