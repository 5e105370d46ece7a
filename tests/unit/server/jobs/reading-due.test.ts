import { expect, test } from 'vitest'
import { isBalanceReadingDue, isRateCheckDue } from '@/lib/server/jobs/reading-jobs'

const NOW = new Date('2026-03-10T12:00:00Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000)
const DAY = 24 * 60

test.each([
  ['never used', { readAt: ago(DAY), usedAt: null, open: 0 }, false],
  ['used a moment ago', { readAt: ago(5), usedAt: ago(0.5), open: 0 }, false],
  ['used and quiet for a minute', { readAt: ago(5), usedAt: ago(1), open: 0 }, true],
  ['used, with a call under way', { readAt: ago(5), usedAt: ago(2), open: 1 }, false],
  ['busy for ten minutes', { readAt: ago(10), usedAt: ago(0), open: 3 }, true],
  ['read since it was used', { readAt: ago(5), usedAt: ago(6), open: 0 }, false],
  ['read just after it was used', { readAt: ago(1.9), usedAt: ago(2), open: 0 }, true],
  [
    'used, with charges that show late',
    { readAt: ago(9), usedAt: ago(2), open: 0, settlingMs: 180_000 },
    false,
  ],
  [
    'quiet for as long as charges show late',
    { readAt: ago(2), usedAt: ago(3), open: 0, settlingMs: 180_000 },
    true,
  ],
  ['resting for an hour', { readAt: ago(60), usedAt: ago(61), open: 0 }, true],
  ['read by a clock a day ahead', { readAt: ago(-DAY), usedAt: ago(60), open: 0 }, true],
  ['read by a clock some seconds ahead', { readAt: ago(-0.1), usedAt: ago(60), open: 0 }, false],
  ['never read', { readAt: null, usedAt: ago(2), open: 0 }, true],
  ['forgotten for a month', { readAt: ago(31 * DAY), usedAt: ago(32 * DAY), open: 0 }, false],
])('a wallet %s', (_, use, isDue) => {
  expect(isBalanceReadingDue({ settlingMs: 0, ...use, now: NOW })).toBe(isDue)
})

test.each([
  ['in use, and asked about a moment ago', { achievedRate: 100, askedAt: 70_001 }, false],
  ['in use for a minute', { achievedRate: 100, askedAt: 70_000 }, true],
  ['at rest', { achievedRate: 0, askedAt: 0 }, false],
])('the rate of a key %s', (_, use, isDue) => {
  expect(isRateCheckDue({ ...use, now: 120_000 })).toBe(isDue)
})
