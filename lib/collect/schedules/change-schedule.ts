import type { z } from 'zod'
import { getSearch, type SearchView } from '@/lib/collect/searches'
import { AppError, type AuditAction, invalid, notFound, requireWriter } from '@/lib/kernel'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { saveScheduleInput } from './schemas'
import {
  advanceSchedule,
  deleteSchedule,
  putSchedule,
  selectSchedule,
  selectSchedulesDueAfter,
  updateSchedule,
} from './store'
import { nextScheduleTimes, type ScheduleTimes } from './times'

/**
 * Schedules a saved search on behalf of the asking member, who must be its owner or an admin. A paused schedule
 * resumes. Throws `invalid` if the times cannot be read or never come.
 */
export async function saveSchedule(ctx: TeamCtx, input: z.input<typeof saveScheduleInput>): Promise<void> {
  const { searchId, ...fields } = saveScheduleInput.parse(input)
  const search = await searchToSchedule(ctx, searchId)
  if (fields.capItemsDay < fields.capItems * search.subjectCount) {
    const one = 'A day must have room for one run at least.'
    const many = `A day must have room for one run of each of the ${search.subjectCount} subjects at least.`
    throw refused({ capItemsDay: search.subjectCount === 1 ? one : many })
  }
  if (!search.shared && (fields.tellsAbove !== null || fields.tellsQuietHours !== null)) {
    throw refused({ tellsAbove: 'Alerts are for the whole team: share the search first.' })
  }
  if (!search.shared && fields.itemsChannelId !== null) {
    throw refused({ itemsChannelId: 'Channels are for the whole team: share the search first.' })
  }
  const now = ctx.clock.now()
  const nextAt = requireTime(fields, ctx)
  await change(ctx, search, 'schedule.save', async (tx) => {
    const begins = { failures: 0, lastNote: null, lastNewAt: null, ...ACTIVE }
    const columns = { ...fields, memberId: ctx.actor.memberId, updatedAt: now, nextAt }
    const before = await selectSchedule(tx, ctx.team.id, searchId)
    await putSchedule(tx, { teamId: ctx.team.id, searchId }, { ...columns, ...begins })
    const { cron, activeFrom, activeTo, activeDays, capItems, capItemsDay } = fields
    const { untilKnown, tellsAbove, tellsQuietHours, itemsChannelId } = fields
    const auditedFields = {
      cron,
      activeFrom,
      activeTo,
      activeDays,
      capItems,
      capItemsDay,
      memberId: columns.memberId,
    }
    return diffFields(before ?? {}, {
      ...auditedFields,
      untilKnown,
      tellsAbove,
      tellsQuietHours,
      itemsChannelId,
    })
  })
}

/** Removes a search's schedule; its runs stay. Throws `not_found`. Its owner or an admin may. */
export async function removeSchedule(ctx: TeamCtx, searchId: string): Promise<void> {
  const search = await searchToSchedule(ctx, searchId)
  await change(ctx, search, 'schedule.delete', async (tx) =>
    (await deleteSchedule(tx, ctx.team.id, searchId)) ? {} : null,
  )
}

/** Pauses a schedule, or resumes it with the next future time: missed times are not caught up. Throws `not_found`. */
export async function pauseSchedule(
  ctx: TeamCtx,
  { searchId, isPaused }: { readonly searchId: string; readonly isPaused: boolean },
): Promise<void> {
  const search = await searchToSchedule(ctx, searchId)
  const now = ctx.clock.now()
  await change(ctx, search, isPaused ? 'schedule.pause' : 'schedule.resume', async (tx) => {
    const row = await selectSchedule(tx, ctx.team.id, searchId)
    if (!row) return null
    const paused = { pausedAt: now, pausedBy: ctx.actor.name, pausedNote: null }
    const goesOn = { ...ACTIVE, failures: 0, nextAt: requireTime(row, ctx), lastNewAt: now }
    const columns = { ...(isPaused ? paused : goesOn), updatedAt: now }
    if (!(await updateSchedule(tx, ctx.team.id, searchId, columns))) return null
    return diffFields({ isPaused: row.pausedAt !== null }, { isPaused })
  })
}

const ACTIVE = { pausedAt: null, pausedBy: null, pausedNote: null } as const

const refused = (fields: Record<string, string>) => invalid('The schedule was not saved.', fields)

/** Returns the next time. Throws `invalid` if there is none. */
function requireTime(times: ScheduleTimes, ctx: TeamCtx): Date {
  const [next] = nextScheduleTimes(times, ctx.team.timeZone, ctx.clock.now(), 1)
  if (next) return next
  throw refused({ cron: 'None of these times is within the active hours.' })
}

async function searchToSchedule(ctx: TeamCtx, searchId: string): Promise<SearchView> {
  requireWriter(ctx, 'change schedules')
  const search = await getSearch(ctx, searchId)
  if (!search.may.change) {
    const message =
      'Only the owner of the search or an admin may schedule it. Save a copy of your own instead.'
    throw new AppError('forbidden', message)
  }
  return search
}

async function change(
  ctx: TeamCtx,
  { id, name }: SearchView,
  action: AuditAction,
  write: (tx: Tx) => Promise<ReturnType<typeof diffFields> | null>,
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    // If two create it at the same time, the second changes what the first created.
    await acquireLock(tx, `search ${id}`, 'exclusive')
    const detail = await write(tx)
    if (detail === null) throw notFound('The schedule')
    await appendAuditEntry(tx, ctx, { action, subjectId: id, subjectName: name, detail })
  })
}

/**
 * Clocks of several machines differ by less. Correcting such differences would have two processes undo each other's
 * times.
 */
const TOLERANCE_MS = 10 * 60_000

/**
 * Corrects each next time that is further ahead than the schedule's own next time from now: it was set by a clock that
 * was ahead, and the schedule would be idle until then. A time that has already run is not run again.
 */
export async function correctNextTimes(ctx: TeamCtx): Promise<void> {
  const latest = new Date(ctx.clock.now().getTime() + TOLERANCE_MS)
  for (const row of await selectSchedulesDueAfter(ctx.db, ctx.team.id, latest)) {
    const [own] = nextScheduleTimes(row, ctx.team.timeZone, latest, 1)
    if (!own || row.nextAt === null || row.nextAt <= own) continue
    const [nextAt = own] = nextScheduleTimes(row, ctx.team.timeZone, ctx.clock.now(), 1)
    const lastNote =
      'Its next time was too far ahead because a clock was wrong or the time zone changed. It was corrected.'
    await advanceSchedule(ctx.db, row, { nextAt, lastNote })
  }
}
