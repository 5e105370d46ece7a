import { expect, test } from 'vitest'
import { isCurrentPage, NAMED_PAGES, NAVIGATION_GROUPS } from '@/components/shell/navigation'

const SEARCHES = { path: '/searches', also: ['/runs'] }

test.each([
  [{ path: '' }, '/acme', true],
  [{ path: '' }, '/acme/keys', false],
  [{ path: '/keys' }, '/acme/keys', true],
  [{ path: '/keys' }, '/acme/keys/k1', true],
  [SEARCHES, '/acme/runs/r1', true],
  [SEARCHES, '/acme/runs-of-old', false],
])('%o while at %s is current: %s', (place, pathname, current) => {
  expect(isCurrentPage('/acme', place, pathname)).toBe(current)
})

test('the navigation has eight entries', () => {
  expect(NAVIGATION_GROUPS.flatMap(({ places }) => [...places])).toHaveLength(8)
})

test('each place has its own letter', () => {
  expect(new Set(NAMED_PAGES.map(({ letter }) => letter)).size).toBe(NAMED_PAGES.length)
})
