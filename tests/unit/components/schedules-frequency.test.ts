import { describe, expect, test } from 'vitest'
import {
  FREQUENCIES,
  formatTimeOfDay,
  isFrequency,
  parseTimeOfDay,
  toCron,
  toFrequency,
} from '@/components/schedules/frequency'

describe('the frequency of a schedule', () => {
  test.each(
    Object.keys(FREQUENCIES)
      .filter(isFrequency)
      .filter((value) => value !== 'cron'),
  )('%s is recognised from its cron', (every) => {
    const chosen = { every, time: '17:05', weekday: '3' }
    const cron = toCron(chosen)
    expect(toFrequency(cron ?? '')).toMatchObject({ every })
    expect(toCron(toFrequency(cron ?? ''))).toBe(cron)
  })

  test('stays a cron if it is none of the choices', () => {
    expect(toFrequency('5 4 1 * *').every).toBe('cron')
    expect(toCron(toFrequency('5 4 1 * *'))).toBeUndefined()
  })

  test('is empty if its time was cleared, rather than midnight', () => {
    for (const every of ['day', 'weekdays', 'week'] as const)
      expect(toCron({ every, time: '', weekday: '1' })).toBe('')
    expect(toCron({ every: '0 * * * *', time: '', weekday: '1' })).toBe('0 * * * *')
  })
})

test('minutes of the day are shown as a clock does, and midnight can begin or end a day', () => {
  expect([formatTimeOfDay(0), formatTimeOfDay(570), formatTimeOfDay(1440)]).toEqual([
    '00:00',
    '09:30',
    '00:00',
  ])
  expect([parseTimeOfDay('09:30', 0), parseTimeOfDay('00:00', 1440), parseTimeOfDay('', 0)]).toEqual([
    570, 1440, 0,
  ])
})
