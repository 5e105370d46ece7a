import fc from 'fast-check'
import { DateTime, IANAZone } from 'luxon'
import { expect, test } from 'vitest'
import { toLuxonZone } from '@/lib/platform/calendar/calendar'

const HOUR = 3_600_000
/**
 * Zones that change by half an hour or a whole day, at odd minutes and seconds, and some that never change.
 */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Kathmandu'],
  ...['Africa/Monrovia', 'Africa/Casablanca', 'America/Havana', 'America/Caracas', 'Asia/Tokyo', 'Etc/GMT+5'],
]

test('a cached zone has the offsets of the platform, at any moment and around each change', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }),
      fc.array(fc.integer({ min: -40 * HOUR, max: 40 * HOUR }), { maxLength: 8 }),
      (name, at, steps) => {
        const plain = IANAZone.create(name)
        for (const moment of [at.getTime(), ...changesAfter(plain, at.getTime(), steps)])
          expect(toLuxonZone(name).offset(moment)).toBe(plain.offset(moment))
      },
    ),
  )
})

/** Returns moments around a zone's next change of clocks, if there is one within half a year. */
function changesAfter(zone: IANAZone, from: number, steps: readonly number[]): number[] {
  let [low, high] = [from, from + 183 * 24 * HOUR]
  if (zone.offset(low) === zone.offset(high)) return []
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (zone.offset(middle) === zone.offset(from)) low = middle
    else high = middle
  }
  return [low, high, ...steps.map((step) => high + step)]
}

test('UTC and an unknown name behave as in luxon', () => {
  const at = Date.UTC(2026, 0, 31)
  expect(DateTime.fromMillis(at, { zone: toLuxonZone('UTC') }).toISO()).toBe('2026-01-31T00:00:00.000Z')
  expect(DateTime.fromMillis(at, { zone: toLuxonZone('Nowhere/City') }).isValid).toBe(false)
})
