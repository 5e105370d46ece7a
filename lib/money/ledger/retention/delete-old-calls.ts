import { conflict, nanoToText, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { monthBefore, monthContaining, quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { type CallRetention, readCallRetention } from '@/lib/teams/teams'
import { deleteEndedAttempts } from '../core/attempt-store'
import { deleteEntries, type OldEntry, selectOldEntries, toRollup } from '../core/entry-store'
import { ROLLUP_MEASURES, type RollupMeasure } from '../core/rollup-store'
import { parseOutcome } from '../core/schemas'
import { sumRollups } from '../sums/sum-rollups'
import {
  type DeletedMonth,
  endOfMonth,
  putDeletedMonth,
  selectDeletedMonths,
  selectLastDeletedMonth,
} from './deleted-store'

/** Approximate time that a step should take. */
const STEP_MS = 8
/** Bounds of a step's number of calls. The first step deletes the minimum. */
const MIN_CALLS = 10
const MAX_CALLS = 500
/**
 * Minimum time between two months. It is shorter than a day, so that one month is deleted every night even when clocks
 * change.
 */
const NIGHTLY_MS = 20 * 3_600_000

/** The moments before which whole months are old: by today's date, and by the date of the team's choice. */
interface OldBefore {
  readonly now: Date
  readonly whenChosen: Date
}

interface DeleteStep {
  /** Maximum number of calls that the step deletes. */
  readonly limit: number
  /** Returns false once another process has taken over. Then nothing is written. */
  isMine(tx: Tx): Promise<boolean>
}

/** Deletes the calls that a team no longer keeps, step by step. The size of the steps adapts to the time they take. */
export async function* deleteOldCalls(
  ctx: TeamCtx,
  isMine: DeleteStep['isMine'],
): AsyncGenerator<void, void> {
  for (let limit = MIN_CALLS; ; ) {
    const began = ctx.clock.monotonic()
    if (!(await deleteOldCallsStep(ctx, { limit, isMine }))) return
    const factor = Math.min(2, STEP_MS / Math.max(1, ctx.clock.monotonic() - began))
    limit = Math.round(Math.min(MAX_CALLS, Math.max(MIN_CALLS, limit * factor)))
    yield
  }
}

/**
 * Deletes some of a team's old calls in one short transaction, a month after the other: settled and free ones with
 * their entries. Open and lost calls stay. The audit log gets the sums when a month is complete, or when the team
 * decides to keep its rest. Returns whether more can be done now.
 */
export const deleteOldCallsStep = (ctx: TeamCtx, { limit, isMine }: DeleteStep): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    await acquireLock(tx, `details of ${ctx.team.id}`, 'exclusive')
    if (!(await isMine(tx))) return false
    const before = oldBefore(ctx, await readCallRetention(ctx, tx))
    const last = await selectLastDeletedMonth(tx, ctx.team.id)
    const current = last && last.deletedUntil < endOfMonth(last) ? last : null
    if (current && (before === null || endOfMonth(current) > before.now)) {
      if (current.loggedAt === null) await putLogged(tx, ctx, current)
      return false
    }
    const month = current ?? (before && (await findNextMonth(tx, ctx, last, before)))
    return month !== null && deleteSome(tx, ctx, month, limit)
  })

/**
 * Returns the moments before which months are old. Null if the team keeps all. A clock may have gone back since the
 * choice.
 */
function oldBefore(
  { clock, team: { timeZone } }: Pick<TeamCtx, 'clock' | 'team'>,
  { months, chosenAt }: CallRetention,
): OldBefore | null {
  if (months === null || chosenAt === null) return null
  const now = clock.now()
  return {
    now: monthBefore(now, timeZone, months),
    whenChosen: monthBefore(chosenAt < now ? chosenAt : now, timeZone, months),
  }
}

/**
 * Returns the next month that has calls to delete; null if there is none now. Months that were old at the time of the
 * choice are deleted at once. Later only one is deleted per night, so that an operator notices a clock that jumped by
 * years before everything is gone.
 */
async function findNextMonth(
  tx: Tx,
  { team, clock }: TeamCtx,
  last: DeletedMonth | null,
  before: OldBefore,
): Promise<DeletedMonth | null> {
  const since = endOfMonth(last ?? { toQuarter: 0 })
  const [first] = await selectOldEntries(tx, team.id, { from: since, to: before.now }, 1)
  if (!first) return null
  const { startsAt, endsAt } = monthContaining(first.at, team.timeZone)
  if (endsAt > before.now) return null
  const now = clock.now()
  const sinceLastMs = last ? Math.abs(now.getTime() - last.beganAt.getTime()) : NIGHTLY_MS
  if (endsAt > before.whenChosen && sinceLastMs < NIGHTLY_MS) return null
  const from = startsAt > since ? startsAt : since
  return {
    ...NOTHING,
    teamId: team.id,
    fromQuarter: quarterHourOf(from),
    toQuarter: quarterHourOf(endsAt),
    deletedUntil: from,
    beganAt: now,
    loggedAt: null,
  }
}

const NOTHING: Readonly<Record<RollupMeasure, bigint>> = {
  pages: 0n,
  items: 0n,
  newItems: 0n,
  chargeNano: 0n,
  unpricedItems: 0n,
  frees: 0n,
  refused: 0n,
  unknowns: 0n,
  waitedMs: 0n,
  latencyMs: 0n,
}

async function deleteSome(tx: Tx, ctx: TeamCtx, month: DeletedMonth, limit: number): Promise<boolean> {
  const entries = await selectOldEntries(
    tx,
    ctx.team.id,
    { from: month.deletedUntil, to: endOfMonth(month) },
    limit,
  )
  await deleteCalls(tx, ctx.team.id, entries)
  const sums = withEntries(month, entries)
  const last = entries.at(-1)
  if (last && entries.length === limit)
    await putDeletedMonth(tx, { ...sums, deletedUntil: last.at, loggedAt: null })
  else await putLogged(tx, ctx, { ...sums, deletedUntil: endOfMonth(month) })
  return true
}

async function deleteCalls(tx: Tx, teamId: string, entries: readonly OldEntry[]): Promise<void> {
  if (entries.length === 0) return
  await deleteEntries(
    tx,
    teamId,
    entries.map(({ id }) => id),
  )
  const ids = entries.map(({ attemptId }) => attemptId)
  // An attempt that contradicts its entry is a fault, so nothing of it may be deleted.
  if ((await deleteEndedAttempts(tx, teamId, ids)) < ids.length)
    throw conflict('Old calls cannot be deleted: an attempt does not say what its entry says.')
}

/** Adds the figures of entries to those of a month. */
function withEntries(month: DeletedMonth, entries: readonly OldEntry[]): DeletedMonth {
  const sums: { -readonly [Name in keyof DeletedMonth]: DeletedMonth[Name] } = { ...month }
  for (const entry of entries) {
    const added = toRollup({ ...entry, outcome: parseOutcome(entry.outcome), quarterHour: entry.quarter })
    for (const name of ROLLUP_MEASURES) sums[name] += BigInt(added[name])
  }
  return sums
}

/** Stores a month and says in the audit log what was deleted of it, up to the moment that the deletion has reached. */
async function putLogged(tx: Tx, ctx: TeamCtx, month: DeletedMonth): Promise<void> {
  await putDeletedMonth(tx, { ...month, loggedAt: ctx.clock.now() })
  await appendAuditEntry(tx, ctx, {
    action: 'calls.delete',
    subjectId: ctx.team.id,
    subjectName: ctx.team.name,
    detail: {
      from: startOfQuarterHour(month.fromQuarter).toISOString(),
      to: month.deletedUntil.toISOString(),
      calls: Number(month.pages + month.frees),
      pages: Number(month.pages),
      items: Number(month.items),
      credits: nanoToText(month.chargeNano),
    },
  })
}

/** The moment up to which details of calls were deleted, and when that was done. */
interface DeletedUpTo {
  readonly before: Date
  readonly at: Date
}

/** Returns the moment up to which details of the team's calls were deleted; null if none were. */
export async function findDeletedCalls(ctx: TeamCtx): Promise<DeletedUpTo | null> {
  const last = await selectLastDeletedMonth(ctx.db, ctx.team.id)
  return (
    last && {
      before: startOfQuarterHour(quarterHourOf(last.deletedUntil)),
      at: last.loggedAt ?? last.beganAt,
    }
  )
}

/**
 * Counts the calls whose details would be deleted at once if the team kept them for this many months; null keeps them
 * for ever. Reads only sums. Admins only.
 */
export async function measureOldCalls(ctx: TeamCtx, months: number | null): Promise<number> {
  requireAdmin(ctx, 'choose how long details of calls are kept')
  const before = oldBefore(ctx, { months, chosenAt: ctx.clock.now() })
  if (before === null) return 0
  const bucket = { from: 0, to: quarterHourOf(before.now) }
  const [sums, deleted] = await Promise.all([
    sumRollups(ctx, [bucket], 'team'),
    selectDeletedMonths(ctx.db, ctx.team.id),
  ])
  const all = sums.reduce((count, { pages, frees }) => count + pages + frees, 0)
  return Math.max(0, all - deleted.reduce((count, { pages, frees }) => count + Number(pages + frees), 0))
}
