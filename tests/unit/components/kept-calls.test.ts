import { expect, test } from 'vitest'
import { describeCallDeletion, describeCallRetention, keptForText } from '@/components/settings/kept-time'

test('a retention states what it means, what it deletes, and what stays', () => {
  expect(keptForText(null, 'month')).toBe('Kept forever')
  expect(keptForText(12, 'month')).toBe('Kept for 12 months')
  expect(describeCallRetention(12)).toMatch(/12 months old.*deleted.*All sums stay.*Unknown calls stay too/)
  expect(describeCallDeletion(0)).toContain('nothing is deleted now')
  expect(describeCallDeletion(1200)).toContain('1,200 calls will be deleted')
})
