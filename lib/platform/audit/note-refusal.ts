import { createHash } from 'node:crypto'
import { AppError, type Clock } from '@/lib/kernel'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { type Db, type TeamCtx, transaction } from '@/lib/platform/db'
import { toTeamAuditRow } from './append-audit-entry'
import {
  type AuditRow,
  addToTally,
  beginTally,
  countTallies,
  insertAuditEntry,
  removeTally,
  selectTalliesBefore,
} from './store'

/** Records that a member was refused something, counted by quarter hour. `what` is the action's or route's name. */
export const recordRefusal = (ctx: TeamCtx, what: string): Promise<void> =>
  recordWithTally(
    ctx.db,
    toTeamAuditRow(ctx, {
      action: 'refused',
      subjectId: what,
      subjectName: what,
      detail: { role: ctx.actor.role },
    }),
    `${ctx.actor.memberId} ${what}`,
  )

/** Does something, and records it if it is refused as `forbidden`. */
export async function runRecordingRefusal<T>(ctx: TeamCtx, what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') await recordRefusal(ctx, what)
    throw error
  }
}

/**
 * Records that a member read something that is not shown otherwise, such as an item's raw data, counted by quarter
 * hour.
 */
export const recordDataRead = (
  ctx: TeamCtx,
  { subjectId, subjectName }: { readonly subjectId: string; readonly subjectName: string },
): Promise<void> =>
  recordWithTally(
    ctx.db,
    toTeamAuditRow(ctx, { action: 'raw.read', subjectId, subjectName }),
    `${ctx.actor.memberId} ${subjectId}`,
  )

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
export async function recordWithTally(db: Db, row: AuditRow, by: string): Promise<void> {
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
export async function endPastTallies(db: Db, clock: Clock): Promise<void> {
  const startsAt = startOfQuarterHour(quarterHourOf(clock.now()))
  for (const { key } of await selectTalliesBefore(db, startsAt, MAX_PER_ROUND)) {
    await transaction(db, async (tx) => {
      const row = await removeTally(tx, key)
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
