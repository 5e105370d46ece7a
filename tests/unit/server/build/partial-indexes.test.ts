import { expect, test } from 'vitest'
import { splitPartialIndexes, withPartialIndexes } from '@/lib/server/build/partial-indexes'

const LATE = `CREATE INDEX "Call_late_idx" ON "Call"("teamId", "at")
  WHERE "at" > 0 AND "at" <> "openedAt";`
const OPEN = `CREATE UNIQUE INDEX "Run_open_idx" ON "Run"("id") WHERE "state" = 'OPEN';`
const PLAIN = 'CREATE INDEX "Call_at_idx" ON "Call"("at");'
const AGAIN = 'DROP TABLE "Call";\nALTER TABLE "new_Call" RENAME TO "Call";'

const part = (...migrations: string[]) => splitPartialIndexes(migrations)

test('partial indexes are taken out of a migration, even over several lines, and everything else stays', () => {
  const { without, indexes } = part(`${PLAIN}\n${LATE}\n${OPEN}\nSELECT 1;`)
  expect(without).toEqual([`${PLAIN}\n\n\nSELECT 1;`])
  expect([...indexes]).toEqual([
    ['Call_late_idx', { table: 'Call', statement: LATE }],
    ['Run_open_idx', { table: 'Run', statement: OPEN }],
  ])
})

test('a dropped index is gone, and its drop is taken out with it', () => {
  const { without, indexes } = part(LATE, 'DROP INDEX "Call_late_idx";\nDROP INDEX "Call_at_idx";')
  expect(without).toEqual(['', '\nDROP INDEX "Call_at_idx";'])
  expect(indexes.size).toBe(0)
})

test('an index of a recreated table exists only if it was recreated as well', () => {
  expect(part(LATE, OPEN, AGAIN).indexes.has('Call_late_idx')).toBe(false)
  expect(part(LATE, OPEN, AGAIN).indexes.has('Run_open_idx')).toBe(true)
  expect(part(LATE, `${AGAIN}\n${LATE}`).indexes.has('Call_late_idx')).toBe(true)
})

test('a migration that recreates a table recreates its partial indexes, and no others', () => {
  const { indexes } = part(LATE, OPEN)
  expect(withPartialIndexes(`${AGAIN}\n`, indexes)).toBe(
    `${AGAIN}\n\n-- With a table its partial indexes went.\n${LATE}\n`,
  )
  expect(withPartialIndexes(PLAIN, indexes)).toBe(PLAIN)
})
