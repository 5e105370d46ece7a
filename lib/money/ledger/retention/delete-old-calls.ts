import { conflict, nanoToText } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { monthOf, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { lock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { readCallsAge } from '@/lib/teams/teams'
import { deleteEnded } from '../core/attempt-store'
import { deleteEntries, type LeavingEntry, selectLeaving } from '../core/entry-store'
import { NO_ENTRY, withEntries } from './detail-hash'
import { deleteCounted, type LeftRow, putLeft, selectLastStretch } from './left-store'
import { isNext, leavesBefore } from './next-stretch'

/** Maximum number of entries that a step reads or deletes. */
interface LeaveStep {
  readonly most: number
  /** Returns false once another process has taken over. Then nothing is written. */
  isMine(tx: Tx): Promise<boolean>
}

type LastStretch = NonNullable<Awaited<ReturnType<typeof selectLastStretch>>>

/**
 * Continues the deletion of old details from a team's ledger in one short transaction. A month is first counted and
 * hashed as a whole and noted in the audit log. Then its settled and free calls are deleted, a few at a time. Open and
 * lost calls stay. Returns whether more can be done now.
 */
export const deleteOldCallsStep = (ctx: TeamCtx, { most, isMine }: LeaveStep): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const teamId = ctx.team.id
    await lock(tx, `details of ${teamId}`, 'exclusive')
    if (!(await isMine(tx))) return false
    const before = leavesBefore(ctx, await readCallsAge(ctx, tx))
    const last = await selectLastStretch(tx, teamId)
    const isUnderWay = last !== null && last.left?.doneAt == null
    if (isUnderWay && (before === null || startOfQuarterHour(last.counted.toQuarter) > before.now)) {
      // The team now keeps these details. A month of which nothing was deleted is forgotten; one that was begun waits.
      if (!last.left) await deleteCounted(tx, teamId, last.counted.fromQuarter)
      return false
    }
    if (before === null) return false
    if (!isUnderWay) return begin(tx, ctx, last, before)
    return last.counted.doneAt === null ? count(tx, ctx, last.counted, most) : leave(tx, ctx, last, most)
  })

/** Begins the next month that has details, if it is old enough. */
async function begin(
  tx: Tx,
  ctx: TeamCtx,
  last: LastStretch | null,
  before: NonNullable<ReturnType<typeof leavesBefore>>,
): Promise<boolean> {
  const teamId = ctx.team.id
  const since = startOfQuarterHour(last?.counted.toQuarter ?? 0)
  const [first] = await selectLeaving(tx, teamId, { at: since, id: '' }, before.now, 1)
  if (!first) return false
  const { startsAt, endsAt: to } = monthOf(first.at, ctx.team.timeZone)
  const from = new Date(Math.max(since.getTime(), startsAt.getTime()))
  if (!isNext(to, before, last?.counted.beganAt ?? null, ctx.clock.now())) return false
  await putLeft(tx, 'counted', nothingOf(ctx, quarterHourOf(from), quarterHourOf(to)))
  return true
}

const nothingOf = ({ team, clock }: TeamCtx, fromQuarter: number, toQuarter: number): LeftRow => ({
  ...{ teamId: team.id, fromQuarter, toQuarter, beganAt: clock.now(), doneAt: null },
  ...{ hash: NO_ENTRY, entries: 0n, firstId: '', lastId: '', lastAt: startOfQuarterHour(fromQuarter) },
  ...{ pages: 0n, items: 0n, newItems: 0n, chargeNano: 0n, unpricedItems: 0n },
  ...{ frees: 0n, refused: 0n, unknowns: 0n, waitedMs: 0n, latencyMs: 0n },
})

const nextOf = (tx: Tx, { teamId, lastAt, lastId, toQuarter }: LeftRow, most: number) =>
  selectLeaving(tx, teamId, { at: lastAt, id: lastId }, startOfQuarterHour(toQuarter), most)

async function count(tx: Tx, ctx: TeamCtx, counted: LeftRow, most: number): Promise<boolean> {
  const entries = await nextOf(tx, counted, most)
  const isDone = entries.length < most
  const whole = { ...withEntries(counted, entries), doneAt: isDone ? ctx.clock.now() : null }
  await putLeft(tx, 'counted', whole)
  if (isDone) await note(tx, ctx, whole)
  return true
}

async function leave(tx: Tx, ctx: TeamCtx, { counted, left }: LastStretch, most: number): Promise<boolean> {
  const standing = left ?? nothingOf(ctx, counted.fromQuarter, counted.toQuarter)
  const entries = await nextOf(tx, standing, most)
  await deleteCalls(tx, ctx.team.id, entries)
  const isDone = entries.length < most
  const gone = { ...withEntries(standing, entries), doneAt: isDone ? ctx.clock.now() : null }
  await putLeft(tx, 'left', gone)
  // This differs only if a clock was months behind and wrote entries in between. The log then states what was really
  // deleted.
  if (isDone && gone.hash !== counted.hash) await note(tx, ctx, gone)
  return true
}

async function deleteCalls(tx: Tx, teamId: string, entries: readonly LeavingEntry[]): Promise<void> {
  if (entries.length === 0) return
  await deleteEntries(
    tx,
    teamId,
    entries.map(({ id }) => id),
  )
  const ids = entries.map(({ attemptId }) => attemptId)
  // An attempt that contradicts its entry is a fault, so nothing of it may be deleted.
  if ((await deleteEnded(tx, teamId, ids)) < ids.length)
    throw conflict('Details of calls cannot leave: an attempt does not say what its entry says.')
}

const note = (tx: Tx, ctx: TeamCtx, row: LeftRow): Promise<void> =>
  appendAuditEntry(tx, ctx, {
    action: 'calls.leave',
    subjectId: ctx.team.id,
    subjectName: ctx.team.name,
    detail: {
      from: startOfQuarterHour(row.fromQuarter).toISOString(),
      to: startOfQuarterHour(row.toQuarter).toISOString(),
      calls: Number(row.entries),
      pages: Number(row.pages),
      items: Number(row.items),
      credits: nanoToText(row.chargeNano),
      firstId: row.firstId,
      lastId: row.lastId,
      // Split into pieces, because the log takes long texts of letters and digits for secrets.
      hash: row.hash.match(/.{16}/g)?.join(' ') ?? '',
    },
  })
