import { expect, test } from 'vitest'
import { only, paired } from '@/lib/kernel'

test('each element is tied to its result, also to one that is undefined', () => {
  expect(paired(['a', 'b'], [1, undefined])).toEqual([
    ['a', 1],
    ['b', undefined],
  ])
  expect(paired([], [])).toEqual([])
})

test.each([{ results: [] }, { results: [1] }, { results: [1, 2, 3] }])(
  'two elements and $results.length results are a mistake',
  ({ results }) => {
    expect(() => paired(['a', 'b'], results)).toThrow(`${results.length} results came for 2.`)
  },
)

test('the only element of a list, and of no other list', () => {
  expect(only(['a'])).toBe('a')
  expect(only([undefined])).toBeUndefined()
  expect(() => only([])).toThrow('A list of one has 0 elements.')
  expect(() => only(['a', 'b'])).toThrow('A list of one has 2 elements.')
})
