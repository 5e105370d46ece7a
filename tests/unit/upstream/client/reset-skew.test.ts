import { expect, test } from 'vitest'
import { readProvider } from '@/lib/upstream/client'
import { readRateHeaders } from '@/lib/upstream/client/rate-headers'

const PROVIDER = readProvider({ rateHeaders: { remaining: 'r', reset: 's' } })

test('the end of a window is measured by the service’s clock, even if ours is some seconds ahead', () => {
  const theirs = new Date('2026-11-27T12:00:00Z')
  const headers = new Map([
    ['r', '0'],
    ['s', String(theirs.getTime() / 1000 + 60)],
    ['date', theirs.toUTCString()],
  ])
  const ours = new Date(theirs.getTime() + 4000)
  // 59 s are enough, since the pacer adds a second.
  expect(readRateHeaders(headers, PROVIDER, ours)?.resetInMs).toBeGreaterThanOrEqual(59_000)
})
