import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BalanceReading, balanceLine as lineOf, sumBalanceLines } from '@/lib/money/usage/list-balances'

/** Returns buckets of four quarter hours, from quarter hour 100 on. */
const bucketsOf = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ from: 100 + place * 4, to: 104 + place * 4 }))
const reading = (quarterHour: number, balanceNano: bigint, settledNano: bigint): BalanceReading => ({
  quarterHour,
  balanceNano,
  settledNano,
  unpricedItems: 0,
  inFlight: 0,
  inFlightNano: 0n,
  quietMs: null,
  settlingMs: null,
})
const LATER = 10_000

const priced = (settledNano: bigint) => ({ settledNano, unpricedItems: 0 })

/** Returns the line if everything settled had a price. */
const balanceLine = (
  buckets: ReturnType<typeof bucketsOf>,
  readings: readonly BalanceReading[],
  before: bigint,
  settled: readonly bigint[],
  now: number,
) => lineOf(buckets, readings, priced(before), settled.map(priced), now)

describe('a wallet’s balance', () => {
  test('is the last reading minus what was settled since', () => {
    const line = balanceLine(bucketsOf(3), [reading(90, 1000n, 40n)], 50n, [5n, 0n, 20n], LATER)
    expect(line).toEqual([985n, 985n, 965n])
  })

  test('follows a newer reading, so a top-up raises it', () => {
    const readings = [reading(90, 1000n, 0n), reading(105, 5000n, 10n)]
    expect(balanceLine(bucketsOf(3), readings, 0n, [10n, 10n, 10n], LATER)).toEqual([990n, 4990n, 4980n])
  })

  test('starts from the last clean reading, so that calls under way at a later one are not deducted twice', () => {
    const busy = { ...reading(105, 400n, 10n), inFlight: 6, inFlightNano: 600n }
    expect(balanceLine(bucketsOf(2), [reading(90, 1000n, 0n), busy], 0n, [10n, 590n], LATER)).toEqual([
      990n,
      400n,
    ])
  })

  test('is unknown before the first reading, never 0', () => {
    expect(balanceLine(bucketsOf(3), [reading(105, 700n, 30n)], 0n, [30n, 0n, 0n], LATER)).toEqual([
      null,
      700n,
      700n,
    ])
    expect(balanceLine(bucketsOf(2), [], 0n, [0n, 0n], LATER)).toEqual([null, null])
  })

  test('is unknown in the future, but known in the current bucket', () => {
    expect(balanceLine(bucketsOf(3), [reading(90, 9n, 0n)], 0n, [0n, 0n, 0n], 105)).toEqual([9n, 9n, null])
  })

  test('is 0, or below 0, if that is what is left', () => {
    expect(balanceLine(bucketsOf(2), [reading(90, 10n, 0n)], 0n, [10n, 1n], LATER)).toEqual([0n, -1n])
  })

  test('is unknown after items without a known price, until it is read again', () => {
    const settled = [priced(10n), { settledNano: 10n, unpricedItems: 3 }, priced(10n)]
    const before = reading(90, 1000n, 0n)
    expect(lineOf(bucketsOf(3), [before], priced(0n), settled, LATER)).toEqual([990n, null, null])
    const after = { ...reading(107, 900n, 20n), unpricedItems: 3 }
    expect(lineOf(bucketsOf(3), [before, after], priced(0n), settled, LATER)).toEqual([990n, 900n, 890n])
  })

  test('drops by what is settled, bucket by bucket, whatever was settled before', () => {
    const nano = fc.bigInt({ min: 0n, max: 2n ** 64n })
    fc.assert(
      fc.property(nano, nano, fc.array(nano, { minLength: 1, maxLength: 20 }), (balance, before, settled) => {
        const line = balanceLine(
          bucketsOf(settled.length),
          [reading(90, balance, before)],
          before,
          settled,
          LATER,
        )
        let left = balance
        for (const [place, spent] of settled.entries()) {
          left -= spent
          expect(line[place]).toBe(left)
        }
      }),
    )
  })
})

describe('the balance of several wallets', () => {
  test('is their sum, and unknown if one of them is unknown', () => {
    expect(
      sumBalanceLines(
        [
          [null, 5n, 4n],
          [3n, 3n, 3n],
        ],
        3,
      ),
    ).toEqual([null, 8n, 7n])
  })

  test('leaves out a wallet that was never read', () => {
    expect(
      sumBalanceLines(
        [
          [null, null],
          [0n, 7n],
        ],
        2,
      ),
    ).toEqual([0n, 7n])
  })

  test('is unknown if there is none', () => {
    expect(sumBalanceLines([], 2)).toEqual([null, null])
    expect(sumBalanceLines([[null, null]], 2)).toEqual([null, null])
  })
})
