import { expect, test } from 'vitest'
import {
  appendToWindow,
  isWindowOutdated,
  type LoadedItems,
  toWholeWindows,
  windowsOf,
} from '@/components/items/use-run-items'
import { oddItem } from '@/tests/factories/odd-items'

const itemAt = (place: number) => ({ ...oddItem(place), place })
const loaded = (length: number, of: number): LoadedItems => ({
  items: Array.from({ length }, (_, place) => itemAt(place)),
  of,
})

test.each([
  [0, 100, [0]],
  [50, 150, [0, 1]],
  [199, 201, [1, 2]],
  [0, 0, [0]],
  [300, 250, [3]],
])('the places from %i to %i are in the windows %j', (from, to, windows) => {
  expect(windowsOf({ from, to })).toEqual(windows)
})

test('a range within the same windows stays the same object', () => {
  const before = toWholeWindows({ from: 0, to: 0 }, { from: 0, to: 140 })
  expect(before).toEqual({ from: 0, to: 200 })
  expect(toWholeWindows(before, { from: 99, to: 101 })).toBe(before)
  expect(toWholeWindows(before, { from: 100, to: 201 })).toEqual({ from: 100, to: 300 })
})

test.each([
  ['a window that was loaded at this count', loaded(60, 60), true, 60, false],
  ['a window that the run has brought more for', loaded(60, 60), true, 80, true],
  ['a full window in original order', loaded(100, 100), true, 180, false],
  ['a full window in another order', loaded(100, 100), false, 180, true],
  ['a window without the items that are hidden', loaded(57, 60), true, 60, false],
])('%s', (_, known, isPlain, count, expected) => {
  expect(isWindowOutdated(known, { isPlain, count })).toBe(expected)
})

test('an item is appended to its window if that is its place', () => {
  expect(appendToWindow(loaded(2, 2), itemAt(2))).toEqual(loaded(3, 3))
  expect(appendToWindow(undefined, itemAt(100))).toEqual({ items: [itemAt(100)], of: 101 })
})

test('an item that does not come next is left to be requested', () => {
  const known = loaded(2, 2)
  expect(appendToWindow(known, itemAt(3))).toBe(known)
  expect(appendToWindow(undefined, itemAt(3))).toBeUndefined()
  expect(appendToWindow(loaded(100, 100), itemAt(99))).toEqual(loaded(100, 100))
})
