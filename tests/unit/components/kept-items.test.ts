import { afterEach, expect, test } from 'vitest'
import { describeDeletedItems } from '@/components/items/deleted-items'
import {
  describeItemDeletion,
  describeItemRetention,
  isShorterRetention,
} from '@/components/settings/kept-time'
import { showTeam } from '@/tests/support/shown-team'

afterEach(() => showTeam(null))

test.each([
  [null, 7, false],
  [7, null, true],
  [7, 30, true],
  [30, 30, false],
  [90, 30, false],
])('%s instead of %s days: asks first: %s', (days, now, asks) => {
  expect(isShorterRetention(days, now)).toBe(asks)
})

test('a retention states what it means and what it deletes', () => {
  expect(describeItemRetention(30)).toContain('30 days old')
  expect(describeItemDeletion({ pages: 0, items: 0, bytes: 0 })).toContain('nothing is deleted now')
  expect(describeItemDeletion({ pages: 2, items: 1200, bytes: 34_000 })).toContain('1,200 items (34.0 kB)')
})

test('a run states which items were deleted, when and by whom', () => {
  showTeam({ timeZone: 'Europe/Berlin' })
  const at = new Date('2026-11-21T13:05:00Z')
  const deleted = { items: 20, isAll: true, at, byName: 'Ada' }
  const words = (change: object) => describeDeletedItems({ ...deleted, ...change })
  expect(words({})).toBe('The 20 items of this run were deleted by Ada on 21 Nov 2026, 14:05.')
  expect(words({ byName: null })).toBe(
    'The 20 items of this run were deleted on 21 Nov 2026, 14:05 because they were older than the team keeps items.',
  )
  expect(words({ isAll: false, at: null, items: 1 })).toBe('1 item of this run was deleted.')
})
