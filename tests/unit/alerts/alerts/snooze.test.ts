import { expect, test } from 'vitest'
import { endOfSnooze, hasWorsened } from '@/lib/alerts/alerts/snooze'

const at = (text: string) => new Date(text)

test('tomorrow is the next day of the team’s zone at nine, whatever its clocks do in between', () => {
  const tomorrow = (now: string, zone: string) => endOfSnooze.tomorrow(at(now), zone).toISOString()
  // 23:59 and 0:01 of Berlin.
  expect(tomorrow('2026-03-10T22:59:00Z', 'Europe/Berlin')).toBe('2026-03-11T08:00:00.000Z')
  expect(tomorrow('2026-03-10T23:01:00Z', 'Europe/Berlin')).toBe('2026-03-12T08:00:00.000Z')
  expect(tomorrow('2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z')
  expect(tomorrow('2026-03-10T12:00:00Z', 'Asia/Kolkata')).toBe('2026-03-11T03:30:00.000Z')
  expect(endOfSnooze.hour(at('2026-03-29T00:30:00Z'), 'Europe/Berlin')).toEqual(at('2026-03-29T01:30:00Z'))
  expect(endOfSnooze.week(at('2026-03-28T12:00:00Z'), 'Europe/Berlin')).toEqual(at('2026-04-04T12:00:00Z'))
})

test('a loss is worse with any credit more; what rises and falls with each call, only if it is far worse', () => {
  const worse = (kind: Parameters<typeof hasWorsened>[0], was: object, is: Record<string, string>) =>
    hasWorsened(kind, JSON.stringify(was), is)
  expect(worse('outside_spend', { credits: '1480' }, { credits: '1480.000000001' })).toBe(true)
  expect(worse('outside_spend', { credits: '1480' }, { credits: '1480' })).toBe(false)
  expect(worse('outside_spend', { credits: '1480' }, { credits: '70' })).toBe(false)
  expect(worse('unusual_spend', { last24h: '100' }, { last24h: '199' })).toBe(false)
  expect(worse('unusual_spend', { last24h: '100' }, { last24h: '200' })).toBe(true)
  expect(worse('low_balance', { balance: '100' }, { balance: '51' })).toBe(false)
  expect(worse('low_balance', { balance: '100' }, { balance: '50' })).toBe(true)
  expect(worse('price_shift', { real: '0.15' }, { real: '0.3' })).toBe(true)
  expect(worse('run_out', { runOut: '2026-03-12T12:00:00Z' }, { runOut: '2026-03-11T13:00:00Z' })).toBe(false)
  expect(worse('run_out', { runOut: '2026-03-12T12:00:00Z' }, { runOut: '2026-03-11T12:00:00Z' })).toBe(true)
  expect(worse('key_refused', { prefix: 'a' }, { prefix: 'b' })).toBe(false)
})
