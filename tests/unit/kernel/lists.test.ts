import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onlyElement, sortedIndex, zipExact } from '@/lib/kernel'

test('each element is paired with its result, even if that is undefined', () => {
  expect(zipExact(['a', 'b'], [1, undefined])).toEqual([
    ['a', 1],
    ['b', undefined],
  ])
  expect(zipExact([], [])).toEqual([])
})

test.each([{ results: [] }, { results: [1] }, { results: [1, 2, 3] }])(
  'two elements and $results.length results are an error',
  ({ results }) => {
    expect(() => zipExact(['a', 'b'], results)).toThrow(`${results.length} results came for 2.`)
  },
)

test('only a list of one has an only element', () => {
  expect(onlyElement(['a'])).toBe('a')
  expect(onlyElement([undefined])).toBeUndefined()
  expect(() => onlyElement([])).toThrow('A list of one has 0 elements.')
  expect(() => onlyElement(['a', 'b'])).toThrow('A list of one has 2 elements.')
})

test('the index of a number in a sorted list is the count of smaller numbers', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 })),
      fc.integer({ min: -10, max: 10 }),
      (drawn, wanted) => {
        const list = Int32Array.from(drawn).sort()
        expect(sortedIndex(list, wanted)).toBe(drawn.filter((each) => each < wanted).length)
      },
    ),
  )
})
