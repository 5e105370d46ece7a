import { expect, test } from 'vitest'
import { addSums, countCalls, isZeroSums, ZERO_SUMS } from '@/lib/money/usage'

const ONE = {
  ...{ nano: 10n ** 18n, items: 5, newItems: 3, pages: 1, unpricedItems: 2, frees: 7, refused: 4 },
  ...{ unknowns: 6, waitedMs: 70, latencyMs: 80, searched: { nano: 9n, items: 4, newItems: 3 } },
}

test('sums add up measure by measure, and no sums add up to zero', () => {
  expect(addSums([])).toEqual(ZERO_SUMS)
  expect(addSums([ONE, ZERO_SUMS, ONE])).toEqual({
    ...{
      nano: 2n * 10n ** 18n,
      items: 10,
      newItems: 6,
      pages: 2,
      unpricedItems: 4,
      frees: 14,
      refused: 8,
      unknowns: 12,
    },
    ...{ waitedMs: 140, latencyMs: 160, searched: { nano: 18n, items: 8, newItems: 6 } },
  })
  expect(ZERO_SUMS.searched).toEqual({ nano: 0n, items: 0, newItems: 0 })
})

test('a call that was free or lost counts as a call', () => {
  expect(countCalls(ONE)).toBe(14)
  expect([isZeroSums(ZERO_SUMS), isZeroSums({ ...ZERO_SUMS, frees: 1 })]).toEqual([true, false])
})

test('what searches bought is unknown for the whole if it is unknown for a part', () => {
  expect(addSums([ONE, { ...ONE, searched: null }]).searched).toBeNull()
})
