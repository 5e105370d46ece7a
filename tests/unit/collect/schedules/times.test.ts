import fc from 'fast-check'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import { describeCron, isWithinActiveHours, nextScheduleTimes } from '@/lib/collect/schedules/times'
import { acceptedConventions, registerConventionsFinder } from '@/lib/kernel'
import { PLAIN_CONVENTIONS } from '@/lib/kernel/conventions'

const DRAWS = Number(process.env.DRAWS ?? 20)
/** Some draws try 400 nights without success, at a second each under load. */
const PATIENCE_MS = 60_000 + DRAWS * 1000
const BERLIN = 'Europe/Berlin'
const ALWAYS = { activeFrom: 0, activeTo: 1440, activeDays: '1234567' }
const at = (text: string, zone = BERLIN) => DateTime.fromISO(text, { zone }).toJSDate()
const local = (dates: readonly Date[], zone = BERLIN) =>
  dates.map((date) => DateTime.fromJSDate(date, { zone }).toFormat('ccc yyyy-MM-dd HH:mm'))
const next = (cron: string, after: string, more = {}, many = 3) =>
  local(nextScheduleTimes({ cron, ...ALWAYS, ...more }, BERLIN, at(after), many))

describe('the next times', () => {
  test('are read in the team’s time zone', () => {
    expect(next('0 9 * * 1-5', '2026-03-06T12:00')).toEqual([
      'Mon 2026-03-09 09:00',
      'Tue 2026-03-10 09:00',
      'Wed 2026-03-11 09:00',
    ])
  })

  test('neither skip a day nor repeat one when the clocks change', () => {
    // On 29 March 2026 there is no 02:30 in Berlin, and on 25 October there are two.
    const spring = nextScheduleTimes({ cron: '30 2 * * *', ...ALWAYS }, BERLIN, at('2026-03-28T12:00'), 2)
    expect(local(spring).map((text) => text.slice(4, 14))).toEqual(['2026-03-29', '2026-03-30'])
    const autumn = nextScheduleTimes({ cron: '30 2 * * *', ...ALWAYS }, BERLIN, at('2026-10-24T12:00'), 2)
    expect(local(autumn)).toEqual(['Sun 2026-10-25 02:30', 'Mon 2026-10-26 02:30'])
  })

  test('every quarter of an hour continue through the repeated hour', () => {
    const times = nextScheduleTimes({ cron: '*/15 * * * *', ...ALWAYS }, BERLIN, at('2026-10-25T01:50'), 12)
    const gaps = times.slice(1).map((time, place) => time.getTime() - (times[place]?.getTime() ?? 0))
    expect(new Set(gaps)).toEqual(new Set([15 * 60_000]))
  })

  test('are within the active hours and days', () => {
    const office = { activeFrom: 9 * 60, activeTo: 17 * 60, activeDays: '12345' }
    expect(next('0 */4 * * *', '2026-03-06T11:00', office)).toEqual([
      'Fri 2026-03-06 12:00',
      'Fri 2026-03-06 16:00',
      'Mon 2026-03-09 12:00',
    ])
  })

  test('are within hours that span midnight', () => {
    expect(next('0 * * * *', '2026-03-06T22:30', { activeFrom: 22 * 60, activeTo: 60 })).toEqual([
      'Fri 2026-03-06 23:00',
      'Sat 2026-03-07 00:00',
      'Sat 2026-03-07 22:00',
    ])
  })

  test('are empty if they never come', () => {
    expect(next('0 3 * * *', '2026-03-06T12:00', { activeFrom: 9 * 60, activeTo: 17 * 60 })).toEqual([])
    expect(next('0 0 31 2 *', '2026-03-06T12:00')).toEqual([])
  })

  test.each(['', 'often', '* * * *', '* * * * * *', '61 * * * *', '0 9 * * 1-9'])('refuse “%s”', (cron) => {
    expect(() => next(cron, '2026-03-06T12:00')).toThrow('These times cannot be read.')
  })

  test(
    'are always later than the moment, in order, and active',
    () => {
      const window = fc.record({
        activeFrom: fc.integer({ min: 0, max: 1439 }),
        activeTo: fc.integer({ min: 1, max: 1440 }),
        activeDays: fc.subarray([...'1234567'], { minLength: 1 }).map((days) => days.join('')),
      })
      const cron = fc.constantFrom('* * * * *', '*/7 * * * *', '0 */3 * * *', '30 2 * * *', '0 9 * * 1-5')
      const moment = fc.date({
        min: new Date('2026-01-01'),
        max: new Date('2027-01-01'),
        noInvalidDate: true,
      })
      fc.assert(
        fc.property(cron, window, moment, (text, active, after) => {
          const times = nextScheduleTimes({ cron: text, ...active }, BERLIN, after, 4)
          let last = after
          for (const time of times) {
            expect(time.getTime()).toBeGreaterThan(last.getTime())
            expect(isWithinActiveHours(active, BERLIN, time)).toBe(true)
            last = time
          }
        }),
        { numRuns: DRAWS },
      )
    },
    PATIENCE_MS,
  )
})

test('a cron is described in words, or left unchanged', () => {
  expect(describeCron('0 9 * * 1-5')).toBe('At 09:00, Monday through Friday')
  expect(describeCron('nonsense')).toBe('nonsense')
  registerConventionsFinder(() => acceptedConventions('en-US'))
  expect(describeCron('7 15 * * *')).toBe('At 3:07 PM')
  registerConventionsFinder(() => PLAIN_CONVENTIONS)
})
