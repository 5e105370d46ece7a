import { expect, test } from 'vitest'
import { splitPartialIndexes, withPartialIndexes } from '@/lib/server/build/partial-indexes'

const LATE = `CREATE INDEX "Call_late_idx" ON "Call"("teamId", "at")
  WHERE "at" > 0 AND "at" <> "openedAt";`
const OPEN = `CREATE UNIQUE INDEX "Run_open_idx" ON "Run"("id") WHERE "state" = 'OPEN';`
const PLAIN = 'CREATE INDEX "Call_at_idx" ON "Call"("at");'
const AGAIN = 'DROP TABLE "Call";\nALTER TABLE "new_Call" RENAME TO "Call";'

const part = (...migrations: string[]) => splitPartialIndexes(migrations)

test('partial indexes leave a migration, also of several lines; all else stays', () => {
  const { without, indexes } = part(`${PLAIN}\n${LATE}\n${OPEN}\nSELECT 1;`)
  expect(without).toEqual([`${PLAIN}\n\n\nSELECT 1;`])
  expect([...indexes]).toEqual([
    ['Call_late_idx', { table: 'Call', statement: LATE }],
    ['Run_open_idx', { table: 'Run', statement: OPEN }],
  ])
})

test('one that was dropped is there no more, and its drop leaves with it', () => {
  const { without, indexes } = part(LATE, 'DROP INDEX "Call_late_idx";\nDROP INDEX "Call_at_idx";')
  expect(without).toEqual(['', '\nDROP INDEX "Call_at_idx";'])
  expect(indexes.size).toBe(0)
})

test('one whose table was made again is there only if it was made again too', () => {
  expect(part(LATE, OPEN, AGAIN).indexes.has('Call_late_idx')).toBe(false)
  expect(part(LATE, OPEN, AGAIN).indexes.has('Run_open_idx')).toBe(true)
  expect(part(LATE, `${AGAIN}\n${LATE}`).indexes.has('Call_late_idx')).toBe(true)
})

test('a migration that makes a table again makes its partial indexes again, and no others', () => {
  const { indexes } = part(LATE, OPEN)
  expect(withPartialIndexes(`${AGAIN}\n`, indexes)).toBe(
    `${AGAIN}\n\n-- With a table its partial indexes went.\n${LATE}\n`,
  )
  expect(withPartialIndexes(PLAIN, indexes)).toBe(PLAIN)
})
