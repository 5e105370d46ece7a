import { expect, test } from 'vitest'
import { signsAt } from '@/components/charts/plot-marks'

test('signs stand over their line, and are never cut at an edge of the drawing', () => {
  expect(signsAt(200, 3, 400)).toBe(200)
  // The last of ninety days on a phone, on which all four kinds of things happened.
  expect(signsAt(370, 4, 374)).toBe(348)
  expect(signsAt(5, 4, 374)).toBe(26)
})
