import { createHash } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { type Db, transaction } from '@/lib/platform/db'
import {
  type AuditRow,
  addToTally,
  beginTally,
  countTallies,
  insertAuditEntry,
  selectTalliesBefore,
  takeTally,
} from './store'

/**
 * Number of subjects of one action that are counted separately in a quarter hour; further ones are counted together.
 */
const MAX_APART = 200
const OTHERS = {
  actorId: '',
  actorName: 'Others',
  subjectId: '',
  subjectName: 'Others',
  detail: '{}',
} as const
const MAX_PER_ROUND = 200

/**
 * Records what may happen repeatedly, such as a failed sign-in: an entry at the first time in a quarter hour, and one
 * more at its end that says how often it was repeated. `by` separates what is counted separately. This way nobody can
 * fill the log, however often they try.
 */
export async function noteOften(db: Db, row: AuditRow, by: string): Promise<void> {
  const startsAt = startOfQuarterHour(quarterHourOf(row.at))
  const keyOf = (name: string) =>
    createHash('sha256')
      .update(JSON.stringify([startsAt, row.teamId, row.action, name]))
      .digest('hex')
  if (await addToTally(db, keyOf(by), row.at)) return
  const isFull = (await countTallies(db, startsAt, row.action)) >= MAX_APART
  const key = keyOf(isFull ? 'others' : by)
  const told = isFull ? { ...row, ...OTHERS } : row
  const isFirst = await transaction(db, async (tx) => {
    if (!(await beginTally(tx, key, startsAt, told))) return false
    await insertAuditEntry(tx, told)
    return true
  })
  if (!isFirst) await addToTally(db, key, row.at)
}

/** Ends the tallies of quarter hours that are over, with an entry for each that was repeated. */
export async function closeTallies(db: Db, clock: Clock): Promise<void> {
  const startsAt = startOfQuarterHour(quarterHourOf(clock.now()))
  for (const { key } of await selectTalliesBefore(db, startsAt, MAX_PER_ROUND)) {
    await transaction(db, async (tx) => {
      const row = await takeTally(tx, key)
      if (!row || row.more === 0) return
      const { key: _, startsAt: since, more, lastAt: at, ...entry } = row
      const detail = JSON.stringify({
        ...(JSON.parse(entry.detail) as object),
        timesMore: more,
        since: since.toISOString(),
      })
      await insertAuditEntry(tx, { ...entry, at, detail })
    })
  }
}
