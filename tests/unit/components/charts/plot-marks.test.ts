import { expect, test } from 'vitest'
import { markTextStart, signRowCenter } from '@/components/charts/plot-marks'

test('signs stand over their line, and are never cut at an edge of the drawing', () => {
  expect(signRowCenter(200, 3, 400)).toBe(200)
  // The last of ninety days on a phone, on which all four kinds of things happened.
  expect(signRowCenter(370, 4, 374)).toBe(348)
  expect(signRowCenter(5, 4, 374)).toBe(26)
})

test('words stand over their line where they have room, and keep off the next marks', () => {
  const alone = { bars: 7, before: null, after: null }
  expect(markTextStart(200, 10, 400, alone)).toBe(200 - 37)
  // At the edge they end with the drawing.
  expect(markTextStart(380, 20, 400, alone)).toBe(400 - 140)
  // Beside other marks they have half of the way to them: of bars 50 pixels wide here.
  const between = { bars: 7, before: 2, after: 2 }
  expect(markTextStart(200, 10, 406, between)).toBe(200 - 37)
  expect(markTextStart(200, 20, 406, between)).toBeNull()
})
