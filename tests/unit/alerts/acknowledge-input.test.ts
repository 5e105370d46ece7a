import { expect, test } from 'vitest'
import { acknowledgeAlertInput } from '@/lib/alerts/alerts'

test('the reason for acknowledging an alert cannot contain what PostgreSQL cannot store', () => {
  const alertId = 'fb151431-edff-4bbd-99b8-e06772a3dfa3'
  const isFit = (reason: string) => acknowledgeAlertInput.safeParse({ alertId, reason }).success
  expect(['', 'A new key\nwas rolled out', '日本'].every(isFit)).toBe(true)
  expect(['\0', 'a\0b', '\u0007'].some(isFit)).toBe(false)
})
