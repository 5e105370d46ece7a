import { afterAll, expect, test } from 'vitest'
import { makeTeam } from '@/tests/factories/team'
import { makeTestClock } from '@/tests/factories/test-clock'
import { describeOnDatabase } from '@/tests/support/databases'
import { type MonthFigures, simulateMonth } from '@/tests/support/months/month'
import { SEED } from '@/tests/support/seed'

/**
 * `npm run test:long -- months` lives through a hundred whole months on each engine; SEED and MONTHS=1 repeat
 * one of them. `npm test` uses the same two small ones each time, so that a failure comes from a change; with
 * TEST_ENGINES=both also two on PostgreSQL.
 */
const MONTHS = Number(process.env.MONTHS ?? 0)
const SIZE = MONTHS > 0 ? 'whole' : 'small'
const SMALL = { sqlite: 41, postgres: 46 } as const

describeOnDatabase('months of a team’s life', async (open, engine) => {
  const first = SIZE === 'whole' ? SEED : SMALL[engine]
  const seeds = Array.from({ length: MONTHS || 2 }, (_, place) => first + place)
  const lived: MonthFigures[] = []
  const opened = await open()
  const team = await makeTeam(opened.db, makeTestClock())
  afterAll(async () => {
    console.log(`${engine}, ${lived.length} months: ${JSON.stringify(sumUp(lived))}`)
  })

  test.each(seeds)(
    'month %i adds up, each theft is reported, and nobody else is accused',
    async (seed) => {
      const figures = await simulateMonth(team, seed, SIZE)
      lived.push(figures)
      expect(figures.pages).toBeGreaterThan(0)
    },
    300_000,
  )
})

function sumUp(all: readonly MonthFigures[]) {
  const sums: Record<string, number> = {}
  for (const { doubts, ...figures } of all)
    for (const [name, count] of [...Object.entries(figures), ...Object.entries(doubts)])
      sums[name] = (sums[name] ?? 0) + count
  return sums
}
