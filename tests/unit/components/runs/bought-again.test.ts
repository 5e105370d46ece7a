import { expect, test } from 'vitest'
import { describeBoughtAgain } from '@/components/runs/opened-rest'

test('a run that continues promises to buy nothing again, unless the answer of a call was lost', () => {
  expect(describeBoughtAgain(false)).toBe('Nothing is bought again.')
  expect(describeBoughtAgain(true)).toContain('may be bought, and charged, again')
})
