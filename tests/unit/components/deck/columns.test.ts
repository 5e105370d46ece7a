import { expect, test } from 'vitest'
import { addressOf, columnsOf, MAX_COLUMNS, moveColumn } from '@/components/deck/columns'

const searches = Array.from({ length: 12 }, (_, at) => ({ id: `s${at}`, isPinned: at < 2 }))
const shown = (asked: string | null, of = searches) => addressOf(columnsOf(of, asked))

test('without an address a deck shows the pinned searches', () => {
  expect(shown(null)).toBe('s0,s1')
})

test('an address names the columns in their order, each once', () => {
  expect(shown('s5,s0,s5')).toBe('s5,s0')
  expect(shown('')).toBe('')
})

test('what the member does not see, or is gone, is passed over', () => {
  expect(shown('s5,other,,s0')).toBe('s5,s0')
})

test('more columns than a deck has are left out', () => {
  const all = searches.map(({ id }) => ({ id, isPinned: true }))
  expect(columnsOf(all, null)).toHaveLength(MAX_COLUMNS)
  expect(columnsOf(all, addressOf(all))).toHaveLength(MAX_COLUMNS)
})

test('a column moves as far as there are places', () => {
  expect(moveColumn(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moveColumn(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
  expect(moveColumn(['a', 'b', 'c'], 7, 1)).toEqual(['a', 'b', 'c'])
})
