import { describe, expect, test } from 'vitest'
import {
  FREQUENCY_CHOICES,
  formatTimeOfDay,
  parseTimeOfDay,
  toCron,
  toFrequency,
} from '@/components/schedules/frequency'

describe('how often', () => {
  test.each(FREQUENCY_CHOICES.map(({ value }) => value).filter((value) => value !== 'cron'))(
    '%s comes back from its cron',
    (every) => {
      const chosen = { every, time: '17:05', weekday: '3' }
      const cron = toCron(chosen)
      expect(toFrequency(cron ?? '')).toMatchObject({ every })
      expect(toCron(toFrequency(cron ?? ''))).toBe(cron)
    },
  )

  test('a cron that is no choice stays as it is written', () => {
    expect(toFrequency('5 4 1 * *').every).toBe('cron')
    expect(toCron(toFrequency('5 4 1 * *'))).toBeUndefined()
  })

  test('a time that was cleared is no time: nobody chose midnight', () => {
    for (const every of ['day', 'weekdays', 'week'] as const)
      expect(toCron({ every, time: '', weekday: '1' })).toBe('')
    expect(toCron({ every: '0 * * * *', time: '', weekday: '1' })).toBe('0 * * * *')
  })
})

test('minutes of the day are read as a clock shows them; midnight ends a day or begins it', () => {
  expect([formatTimeOfDay(0), formatTimeOfDay(570), formatTimeOfDay(1440)]).toEqual([
    '00:00',
    '09:30',
    '00:00',
  ])
  expect([parseTimeOfDay('09:30', 0), parseTimeOfDay('00:00', 1440), parseTimeOfDay('', 0)]).toEqual([
    570, 1440, 0,
  ])
})
