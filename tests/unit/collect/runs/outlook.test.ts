import { expect, test } from 'vitest'
import { forecastRunOutlook, type PastRunFacts } from '@/lib/collect/runs'
import { bandsIn, HISTORIES } from '@/tests/support/run-histories'

const NOON = new Date('2026-03-10T12:00:00Z')
const run = (hoursAgo: number, over: Partial<PastRunFacts> = {}): PastRunFacts => ({
  startedAt: new Date(NOON.getTime() - hoursAgo * 3_600_000),
  ...{ endReason: 'last_page', items: 100, reusedItems: 0, newItems: 10, isBaseline: false },
  ...over,
})

test('without a complete run there is no forecast', () => {
  expect(forecastRunOutlook([], NOON)).toEqual({ whole: null, fresh: null })
  expect(forecastRunOutlook([run(3, { endReason: 'cap_reached' })], NOON)).toEqual({
    whole: null,
    fresh: null,
  })
})

test('the whole list is forecast at its previous size, and new items at their previous rate', () => {
  const runs = [72, 48, 24].map((hours) => run(hours, { newItems: 240, isBaseline: hours === 72 }))
  const { whole, fresh } = forecastRunOutlook(runs, NOON)
  expect(whole?.middle).toBe(100)
  expect(fresh?.middle).toBe(240)
  expect(forecastRunOutlook(runs, new Date(NOON.getTime() + 24 * 3_600_000)).fresh?.middle).toBe(480)
})

test('runs that differ make the band wide, and many that agree make it narrow', () => {
  const width = (counts: readonly number[]) => {
    const band = forecastRunOutlook(
      counts.map((items, place) => run(24 * (place + 1), { items })),
      NOON,
    ).whole
    return band === null ? 0 : band.high / band.low
  }
  expect(width([1000, 1000, 1000, 1000, 1000, 1000])).toBeLessThan(width([1000, 1000]))
  expect(width([1000, 300, 2000, 700])).toBeGreaterThan(width([1000, 1100, 950, 1020]))
})

test.each(HISTORIES)('four of five bands hold for $name', ({ draw }) => {
  const { held, all } = bandsIn(draw, 400)
  expect(held / all).toBeGreaterThan(0.72)
})
