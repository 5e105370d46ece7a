import { makeDice } from '@/tests/factories/dice'

/** The random choices of one month, the same for the same seed. */
export interface Draws {
  /** Returns a whole number between the two, inclusive. */
  between(least: number, most: number): number
  /** Returns true in this many of a hundred cases. */
  chance(percent: number): boolean
  pick<T>(all: readonly [T, ...T[]]): T
  /** Returns a price of one to eight digits in nano-credits, one in five of them below a micro-credit. */
  price(): bigint
  /** Returns another such price that differs by at most this factor. */
  priceNear(nano: bigint, times: bigint): bigint
}

export function makeDraws(seed: number): Draws {
  const dice = makeDice(seed)
  // Mixed, because neighbouring seeds begin alike.
  for (let turn = 0; turn < 8; turn++) dice(2)
  const between = (least: number, most: number) => least + dice(most - least + 1)
  const digitsOf = (digits: number): bigint => {
    const first = between(1, 9)
    const rest = Array.from({ length: digits - 1 }, (_, place) => between(place === digits - 2 ? 1 : 0, 9))
    return BigInt([first, ...rest].join(''))
  }
  const price = (): bigint => {
    if (dice(5) === 0) return digitsOf(between(1, 3))
    const digits = between(1, 8)
    return digitsOf(digits) * 10n ** BigInt(between(Math.max(0, 4 - digits), 9 - digits))
  }
  return {
    between,
    chance: (percent) => dice(100) < percent,
    pick: (all) => all[dice(all.length)] ?? all[0],
    price,
    priceNear(nano, times) {
      for (;;) {
        const other = price()
        if (other !== nano && other <= nano * times && nano <= other * times) return other
      }
    },
  }
}
