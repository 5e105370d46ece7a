import { expect, test } from 'vitest'
import { suggestRaiseLastDay } from '@/app/(dashboard)/[team]/budgets/last-day'

const RESETS = new Date('2026-11-27T00:00:00+01:00')
const lastDay = (now: string, resetsAt: Date | null = RESETS) =>
  suggestRaiseLastDay(resetsAt, new Date(`2026-11-26T${now}:00+01:00`), 'Europe/Berlin')

test('a raise is suggested until the end of the budget’s period', () => {
  expect(lastDay('09:00')).toBe('2026-11-26')
  expect(lastDay('09:00', null)).toBe('')
})

test('a raise that would end within hours is suggested for the next day as well', () => {
  expect(lastDay('23:28')).toBe('2026-11-27')
  // A period that ends in the evening ends on the same day.
  expect(lastDay('20:10', new Date('2026-11-26T21:00:00+01:00'))).toBe('2026-11-27')
})
