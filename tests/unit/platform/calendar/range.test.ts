import { describe, expect, test } from 'vitest'
import { RANGE_PRESETS, type RangeInput, rangeInput, resolveRange } from '@/lib/platform/calendar'

const NOW = new Date('2026-11-20T20:40:00Z')

const span = (input: RangeInput, timeZone: string, now = NOW) => {
  const { from, to } = resolveRange(input, now, timeZone)
  return [from.toISO({ suppressMilliseconds: true }), to.toISO({ suppressMilliseconds: true })]
}

describe('a preset, in the team’s zone', () => {
  test.each([
    ['today', '2026-11-21T00:00:00+05:30', '2026-11-22T00:00:00+05:30'],
    ['24h', '2026-11-20T03:00:00+05:30', '2026-11-21T03:00:00+05:30'],
    ['7d', '2026-11-15T00:00:00+05:30', '2026-11-22T00:00:00+05:30'],
    ['30d', '2026-10-23T00:00:00+05:30', '2026-11-22T00:00:00+05:30'],
    ['month', '2026-11-01T00:00:00+05:30', '2026-11-22T00:00:00+05:30'],
    ['90d', '2026-08-24T00:00:00+05:30', '2026-11-22T00:00:00+05:30'],
    ['last-month', '2026-10-01T00:00:00+05:30', '2026-11-01T00:00:00+05:30'],
  ] as const)('%s ends with the current hour or day, or is the whole month before', (preset, from, to) => {
    expect(span({ preset }, 'Asia/Kolkata')).toEqual([from, to])
  })

  test('is a different day elsewhere', () => {
    expect(span({ preset: 'today' }, 'America/New_York')).toEqual([
      '2026-11-20T00:00:00-05:00',
      '2026-11-21T00:00:00-05:00',
    ])
  })

  test('counts 24 hours, not one day, across a change of the clocks', () => {
    const now = new Date('2026-11-01T17:30:00Z')
    const { from, to } = resolveRange({ preset: '24h' }, now, 'America/New_York')
    expect(to.toMillis() - from.toMillis()).toBe(24 * 3_600_000)
  })

  test.each([
    // The last moment of a month, and the first one of the next.
    ['UTC', '2026-02-28T23:59:59.999Z', '2026-01-01T00:00:00Z', '2026-02-01T00:00:00Z'],
    ['UTC', '2026-03-01T00:00:00Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['UTC', '2028-03-31T12:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
    ['UTC', '2027-01-01T00:00:00Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
    // Still October in New York, and November in Kolkata; the clocks change within both months.
    ['America/New_York', '2026-11-01T03:30:00Z', '2026-09-01T00:00:00-04:00', '2026-10-01T00:00:00-04:00'],
    ['Asia/Kolkata', '2026-10-31T18:30:00Z', '2026-10-01T00:00:00+05:30', '2026-11-01T00:00:00+05:30'],
    ['America/New_York', '2026-12-01T05:00:00Z', '2026-11-01T00:00:00-04:00', '2026-12-01T00:00:00-05:00'],
    ['Europe/Berlin', '2026-04-30T21:59:59Z', '2026-03-01T00:00:00+01:00', '2026-04-01T00:00:00+02:00'],
    // Its last day but one was skipped.
    ['Pacific/Apia', '2012-01-15T00:00:00Z', '2011-12-01T00:00:00-10:00', '2012-01-01T00:00:00+14:00'],
  ] as const)('last-month in %s at %s', (timeZone, now, from, to) => {
    const range = resolveRange({ preset: 'last-month' }, new Date(now), timeZone)
    expect([range.from, range.to].map((at) => at.toMillis())).toEqual([from, to].map(Date.parse))
    const days = { from: range.from.toISODate() ?? '', to: range.to.minus({ days: 1 }).toISODate() ?? '' }
    // As if somebody had chosen its days.
    expect(span({ preset: 'last-month' }, timeZone, new Date(now))).toEqual(span(days, timeZone))
  })

  test.each(RANGE_PRESETS.filter((preset) => preset !== 'last-month'))('%s includes now', (preset) => {
    for (const timeZone of ['UTC', 'Asia/Kolkata', 'America/New_York', 'Pacific/Apia']) {
      const { from, to } = resolveRange({ preset }, NOW, timeZone)
      expect(from.toMillis()).toBeLessThanOrEqual(NOW.getTime())
      expect(to.toMillis()).toBeGreaterThan(NOW.getTime())
    }
  })
})

describe('a range of days', () => {
  test.each(['0000-01-01', '0001-01-01', '1969-12-31', '9999-12-31'])('is never in the year of %s', (day) => {
    const week = span({ preset: '7d' }, 'UTC')
    expect(span({ from: day, to: day }, 'UTC')).toEqual(week)
    expect(span({ from: '2026-03-07', to: day }, 'UTC')).toEqual(week)
  })

  test('includes both ends', () => {
    expect(span({ from: '2026-03-07', to: '2026-03-08' }, 'America/New_York')).toEqual([
      '2026-03-07T00:00:00-05:00',
      '2026-03-09T00:00:00-04:00',
    ])
  })

  test('is the same in either order', () => {
    const days = { from: '2026-01-01', to: '2026-01-31' }
    expect(span({ from: days.to, to: days.from }, 'UTC')).toEqual(span(days, 'UTC'))
  })

  test('is cut to the last 366 days', () => {
    const { from, to } = resolveRange({ from: '2020-01-01', to: '2025-12-31' }, NOW, 'UTC')
    expect(to.diff(from, 'days').days).toBe(366)
    expect(to.toISODate()).toBe('2026-01-01')
  })

  test('falls back to the last seven days if it is not in the calendar', () => {
    expect(span({ from: '2026-02-30', to: '2026-03-01' }, 'UTC')).toEqual(span({ preset: '7d' }, 'UTC'))
  })
})

describe('the range in an address', () => {
  test('is the last seven days by default', () => {
    expect(rangeInput.parse({})).toEqual({ preset: '7d' })
  })

  test.each([{ preset: 'century' }, { from: '1 May', to: '2 May', preset: '' }])('%j is refused', (given) => {
    expect(rangeInput.safeParse(given).success).toBe(false)
  })
})
