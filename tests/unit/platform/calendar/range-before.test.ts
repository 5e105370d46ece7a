import { describe, expect, test } from 'vitest'
import { rangeBefore, resolveRange } from '@/lib/platform/calendar'

const spanBefore = (preset: '7d' | '24h' | 'month', now: string, zone = 'Europe/Berlin') => {
  const at = new Date(now)
  const { whole, soFar } = rangeBefore(resolveRange({ preset }, at, zone), at)
  return [whole.from, whole.to, soFar.to].map((one) => one.toISO({ suppressMilliseconds: true }))
}

describe('the period before a range', () => {
  test('is as many days, and is compared until the same time of its last day', () => {
    expect(spanBefore('7d', '2026-11-24T15:00:00Z')).toEqual([
      '2026-11-11T00:00:00+01:00',
      '2026-11-18T00:00:00+01:00',
      '2026-11-17T16:00:00+01:00',
    ])
  })

  test('keeps the hours of the clock over a change of the clocks', () => {
    expect(spanBefore('7d', '2026-10-27T11:00:00Z')).toEqual([
      '2026-10-14T00:00:00+02:00',
      '2026-10-21T00:00:00+02:00',
      '2026-10-20T12:00:00+02:00',
    ])
  })

  test('of this month is as many days of the one before', () => {
    expect(spanBefore('month', '2026-03-10T12:00:00Z', 'UTC')).toEqual([
      '2026-02-19T00:00:00Z',
      '2026-03-01T00:00:00Z',
      '2026-02-28T12:00:00Z',
    ])
  })
})
