import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listUpcomingDays } from '@/lib/money/forecast/run-out'
import { CALENDAR_PERIODS, dayContaining, periodContaining } from '@/lib/platform/calendar'

/**
 * Apia skipped a Friday, the last but one day of a year; Kwajalein a Saturday; Havana and Beirut skip
 * midnights.
 */
const ZONES = ['UTC', 'Europe/Berlin', 'Pacific/Apia', 'Pacific/Kwajalein', 'America/Havana', 'Asia/Beirut']
const HORIZON_DAYS = 40

test('each coming day begins the same periods as in the calendar', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES),
      fc.date({ min: new Date('1993-07-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
      (timeZone, now) => {
        const question = { now, timeZone, horizonDays: HORIZON_DAYS, days: [], balanceNano: 1n, seed: 1 }
        const [, ...coming] = listUpcomingDays(question)
        expect(coming).toHaveLength(HORIZON_DAYS - 1)
        for (const { startMs, begins } of coming) {
          const { startsAt } = dayContaining(new Date(startMs), timeZone)
          const found = CALENDAR_PERIODS.filter(
            (period) => periodContaining(startsAt, period, timeZone).startsAt.getTime() === startMs,
          )
          expect(begins).toEqual(found)
        }
      },
    ),
    { examples: [['Pacific/Apia', new Date('2011-12-20')]] },
  )
})
