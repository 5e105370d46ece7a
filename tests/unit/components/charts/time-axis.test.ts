import { expect, test } from 'vitest'
import { labelStep } from '@/components/charts/plot-parts'

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

test('the hours of a day are labelled every three or six on a phone, more often on a desktop', () => {
  expect(labelStep(HOURS, 300)).toBe(6)
  expect(labelStep(HOURS, 480)).toBe(3)
  expect(labelStep(HOURS, 1300)).toBe(1)
})

test('labels never overlap, and are shown before the width is known', () => {
  for (const width of [0, 200, 375, 700])
    for (const many of [1, 7, 31, 90, 168])
      expect(labelStep(new Array(many).fill('26 Nov'), width)).toBeGreaterThan(0)
  expect(labelStep(new Array(31).fill('26 Nov'), 320)).toBe(6)
})
