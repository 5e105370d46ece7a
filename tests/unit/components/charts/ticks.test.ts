import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { axisFromZero, axisOfChanges, axisWidth, describeScaleStart } from '@/components/charts/ticks'

const textsOf = (axis: ReturnType<typeof axisFromZero>) => axis.ticks.map(({ text }) => text)

/** Credits have at most nine decimals. */
const amount = fc.tuple(fc.nat(999_999_999), fc.nat(9)).map(([count, decimals]) => count / 10 ** decimals)

describe('an axis', () => {
  test('has at most five lines, with round and distinct labels, and covers all values', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1 }), (values) => {
        for (const axis of [axisFromZero(Math.max(...values)), axisOfChanges(values)]) {
          expect(axis.ticks.length).toBeLessThanOrEqual(5)
          expect(axis.ticks.length).toBeGreaterThanOrEqual(2)
          expect(new Set(textsOf(axis)).size).toBe(axis.ticks.length)
        }
        const moves = axisOfChanges(values)
        expect(moves.low).toBeLessThanOrEqual(Math.min(...values) * (1 + 1e-9))
        expect(moves.high).toBeGreaterThanOrEqual(Math.max(...values) * (1 - 1e-9))
        expect(axisFromZero(Math.max(...values)).low).toBe(0)
      }),
    )
  })

  test('labels 1,350 and 1,800 differently: its steps are 1, 2 or 5 times a power of ten', () => {
    expect(textsOf(axisFromZero(1800))).toEqual(['0', '500', '1,000', '1,500', '2,000'])
    expect(textsOf(axisFromZero(84_000))).toEqual(['0', '50K', '100K'])
    expect(textsOf(axisFromZero(0))).toEqual(['0', '0.5', '1'])
  })

  test('labels neighbouring lines far from zero differently', () => {
    expect(textsOf(axisOfChanges([0.0991, 0.0999]))).toEqual(['0.0985', '0.099', '0.0995', '0.1'])
  })

  test('labels a million with all the digits in which its lines differ', () => {
    expect(textsOf(axisOfChanges([1_000_200, 1_003_400]))).toEqual(['990K', '995K', '1M', '1.005M'])
    expect(describeScaleStart(axisOfChanges([1_000_200, 1_003_400]))).toBe(' (scale from 990K)')
    expect(textsOf(axisOfChanges([1_449_999]))).toEqual(['0', '1.45M'])
  })

  test('is as wide as its longest label, whose text is its value, from a thousandth to a trillion', () => {
    const units: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 }
    for (let power = -3; power <= 12; power++)
      for (const digits of [1, 1.005, 1.2345, 2.5, 4.999, 9.99])
        for (const fall of [0, 0.001, 0.02, 0.3, 1]) {
          const high = digits * 10 ** power
          for (const axis of [axisFromZero(high), axisOfChanges([high * (1 - fall), high])]) {
            for (const { value, text } of axis.ticks) {
              const told = Number(text.replace(/[^\d.]/g, '')) * (units[text.at(-1) ?? ''] ?? 1)
              // A balance that has not moved is rounded to four digits.
              expect(Math.abs(told - value)).toBeLessThanOrEqual(fall === 0 ? value * 0.005 : value * 1e-9)
              expect(axisWidth(axis)).toBeGreaterThanOrEqual(text.length * 7.7 + 8)
              expect(text.length).toBeLessThanOrEqual(9)
            }
            expect(axisWidth(axis, axisFromZero(1))).toBe(axisWidth(axis))
          }
        }
    expect(axisWidth(axisFromZero(800))).toBe(56)
    expect(axisWidth(axisOfChanges([0.001205, 0.00121]))).toBeGreaterThan(56)
  })

  test('of counts has no halves', () => {
    expect(textsOf(axisFromZero(1, true))).toEqual(['0', '1'])
    expect(textsOf(axisFromZero(3, true))).toEqual(['0', '1', '2', '3'])
    expect(textsOf(axisFromZero(0, true))).toEqual(['0', '1'])
    expect(textsOf(axisFromZero(321, true))).toEqual(['0', '100', '200', '300', '400'])
  })

  test('of a balance shows its movement if it stays far above zero', () => {
    expect(textsOf(axisOfChanges([98_337, 99_900]))).toEqual(['98K', '98.5K', '99K', '99.5K', '100K'])
    expect(axisOfChanges([4_970, 84_270]).low).toBe(0)
  })

  test('of a balance that hardly moves shows how little that is', () => {
    expect(textsOf(axisOfChanges([99_987, 100_000]))).toEqual(['99K', '99.5K', '100K'])
  })

  test('states where it begins, unless that is zero', () => {
    expect(describeScaleStart(axisOfChanges([99_987, 100_000]))).toBe(' (scale from 99K)')
    expect(describeScaleStart(axisFromZero(15))).toBe('')
    expect(describeScaleStart(axisOfChanges([-5, 15]))).toBe('')
  })

  test('of a new wallet, whose balance has not moved, ends at that balance', () => {
    expect(textsOf(axisOfChanges([100_000]))).toEqual(['0', '50K', '100K'])
    // The balance is not replaced by a round figure near it.
    expect(textsOf(axisOfChanges([99_987]))).toEqual(['0', '99,987'])
    expect(axisOfChanges([99_987]).high).toBe(99_987)
    expect(textsOf(axisOfChanges([0.375, 0.375]))).toEqual(['0', '0.375'])
    expect(textsOf(axisOfChanges([10, 10]))).toEqual(['0', '5', '10'])
    expect(axisOfChanges([0])).toMatchObject({ low: 0, high: 1 })
  })
})
