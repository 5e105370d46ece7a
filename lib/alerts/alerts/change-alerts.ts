import type { z } from 'zod'
import { removeMemberAndRuns } from '@/lib/collect/runs'
import {
  type AuditAction,
  changeEach,
  conflict,
  hasRole,
  invalid,
  type ManyChanged,
  notFound,
  requireWriter,
} from '@/lib/kernel'
import { type AuditDetail, appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { getMember, listMembers } from '@/lib/teams/teams'
import { type acknowledgeAlertInput, type manyAlertsInput, SNOOZE_SPANS } from './schemas'
import { endOfSnooze } from './snooze'
import {
  clearAssignee,
  selectAlert,
  updateAlertAcknowledged,
  updateAlertUnacknowledged,
  updateOpenAlert,
} from './store'

/**
 * Acknowledges an alert. Outside spend needs a reason and ends with the acknowledgement: more of it is reported again.
 * Throws `not_found`, `invalid` if the reason is missing, or `conflict` if somebody has already acknowledged it.
 * Viewers cannot.
 */
export async function acknowledgeAlert(
  ctx: TeamCtx,
  input: z.output<typeof acknowledgeAlertInput>,
): Promise<void> {
  if (!(await acknowledge(ctx, input)))
    throw conflict('Someone is already handling this alert. Reload to see who.')
}

/**
 * Changes many alerts, each on its own: acknowledges, snoozes or assigns them, or takes that back. Only those that were
 * not so already count as changed. Open outside spend is not acknowledged, since it needs a reason. What is taken back
 * as `given` is refused for an alert that somebody has changed since. Viewers cannot.
 */
export async function changeAlerts(
  ctx: TeamCtx,
  { ids, change, choice, given }: z.output<typeof manyAlertsInput>,
): Promise<ManyChanged> {
  requireWriter(ctx, 'change alerts')
  if (change === 'acknowledge') {
    const now = ctx.clock.now()
    const done = await changeEach(ids, (alertId) =>
      acknowledge(ctx, { alertId, reason: '' }, now, needsReason()),
    )
    return { ...done, given: now.toISOString() }
  }
  if (change === 'unacknowledge') return changeEach(ids, (alertId) => unacknowledge(ctx, alertId, given))
  if (change === 'assign') return assignAlerts(ctx, ids, choice, given)
  if (change === 'unsnooze') return changeEach(ids, (alertId) => snooze(ctx, alertId, null, given))
  const until = endOfChosenSnooze(ctx, choice)
  const done = await changeEach(ids, (alertId) => snooze(ctx, alertId, until))
  return { ...done, given: until.toISOString() }
}

/** Says where a reason can be given, for a change of many alerts, which has no field for it. */
const needsReason = () =>
  invalid('Outside spend needs a reason. Acknowledge it by itself: open its row on the tab “Now”.')

/** Acknowledges an alert. Returns false if somebody has already; throws `missing` without a reason it needs. */
async function acknowledge(
  ctx: TeamCtx,
  { alertId, reason }: z.output<typeof acknowledgeAlertInput>,
  now = ctx.clock.now(),
  missing = invalid('The alert was not acknowledged.', {
    reason: 'Say what it was, such as “Key revoked” or “Bought by the other office”.',
  }),
): Promise<boolean> {
  requireWriter(ctx, 'acknowledge alerts')
  return change(ctx, alertId, 'alert.acknowledge', async (tx, alert) => {
    const isIncident = alert.kind === 'outside_spend' && alert.recoveredAt === null
    if (isIncident && reason === '') throw missing
    const by = {
      acknowledgedAt: now,
      acknowledgedBy: ctx.actor.name,
      ...(reason !== '' && { acknowledgeReason: reason }),
      ...(isIncident && { recoveredAt: now, dedupeKey: `${alert.dedupeKey}|${alertId}` }),
    }
    if ((await updateAlertAcknowledged(tx, ctx.team.id, alertId, by)) === 0) return null
    return reason === '' ? {} : { reason }
  })
}

/**
 * Takes an acknowledgement back, for Undo: the one of the moment `given`, if it is named. One with a reason has ended
 * its alert and stays.
 */
const unacknowledge = (ctx: TeamCtx, alertId: string, given: string | undefined): Promise<boolean> =>
  change(ctx, alertId, 'alert.unacknowledge', async (tx, { acknowledgedAt }) => {
    if (acknowledgedAt === null) return null
    requireGiven(acknowledgedAt.toISOString(), given)
    return (await updateAlertUnacknowledged(tx, ctx.team.id, alertId, acknowledgedAt)) ? {} : null
  })

/** Refuses to take back what somebody has changed since it was given. */
function requireGiven(present: string, given: string | undefined): void {
  if (given !== undefined && present !== given) throw changedSince()
}

const changedSince = () => conflict('Someone has changed this alert since.')

function endOfChosenSnooze({ clock, team }: TeamCtx, choice: string): Date {
  const span = SNOOZE_SPANS.find((each) => each === choice)
  if (!span) throw invalid('The alerts were not snoozed.', { choice: 'Choose for how long.' })
  return endOfSnooze[span](clock.now(), team.timeZone)
}

/** Sets an open alert aside until a moment, or no longer. Messages about it are still sent. */
const snooze = (ctx: TeamCtx, alertId: string, until: Date | null, given?: string): Promise<boolean> =>
  change(ctx, alertId, until ? 'alert.snooze' : 'alert.unsnooze', async (tx, alert) => {
    if (alert.snoozedUntil?.getTime() === until?.getTime()) return null
    requireGiven(alert.snoozedUntil?.toISOString() ?? '', given)
    const data = { snoozedUntil: until, snoozedData: until && alert.data }
    const from = given === undefined ? {} : { snoozedUntil: alert.snoozedUntil }
    if (!(await updateOpenAlert(tx, ctx.team.id, alertId, data, from))) throw whyNotChanged(alert)
    return diffFields(
      { snoozedUntil: alert.snoozedUntil?.toISOString() },
      { snoozedUntil: until?.toISOString() },
    )
  })

const whyNotChanged = ({ recoveredAt }: AlertRow) =>
  recoveredAt === null ? changedSince() : conflict('This alert is over.')

/** Assigns open alerts to a member, or to nobody. Says whose they were, for Undo. */
async function assignAlerts(
  ctx: TeamCtx,
  ids: readonly string[],
  memberId: string,
  given: string | undefined,
): Promise<ManyChanged> {
  const member = memberId === '' ? null : await getMember(ctx, memberId)
  if (member && !hasRole(member.role, 'member'))
    throw invalid('The alerts were not assigned.', { choice: `${member.name} can only view the team.` })
  const names = new Map((await listMembers(ctx)).map(({ id, name }) => [id, name]))
  const former: Record<string, string> = {}
  const done = await changeEach(ids, (alertId) =>
    change(ctx, alertId, 'alert.assign', async (tx, alert) => {
      // One who has left takes care of nothing.
      const was = names.has(alert.assignedTo ?? '') ? alert.assignedTo : null
      if (was === (member?.id ?? null)) return null
      requireGiven(was ?? '', given)
      const data = { assignedTo: member?.id ?? null }
      const from = given === undefined ? {} : { assignedTo: alert.assignedTo }
      if (!(await updateOpenAlert(tx, ctx.team.id, alertId, data, from))) throw whyNotChanged(alert)
      former[alertId] = was ?? ''
      return diffFields({ assignedTo: names.get(was ?? '') }, { assignedTo: member?.name })
    }),
  )
  return { ...done, given: memberId, former }
}

type AlertRow = NonNullable<Awaited<ReturnType<typeof selectAlert>>>

/** Writes one change of an alert with its audit entry. `write` returns null if nothing was changed. */
const change = (
  ctx: TeamCtx,
  alertId: string,
  action: AuditAction,
  write: (tx: Tx, alert: AlertRow) => Promise<AuditDetail | null>,
): Promise<boolean> =>
  transaction(ctx.db, async (tx) => {
    const alert = await selectAlert(tx, ctx.team.id, alertId)
    if (!alert) throw notFound('The alert')
    const detail = await write(tx, alert)
    if (detail === null) return false
    const hasDetail = Object.keys(detail).length > 0
    await appendAuditEntry(tx, ctx, {
      action,
      subjectId: alertId,
      subjectName: alert.title,
      ...(hasDetail && { detail }),
    })
    return true
  })

/** Removes a member, cancels their runs and leaves their alerts to nobody. Admins only; see `removeMember`. */
export async function removeMemberAndDuties(
  ...[ctx, services, input]: Parameters<typeof removeMemberAndRuns>
): Promise<void> {
  await removeMemberAndRuns(ctx, services, input)
  await clearAssignee(ctx.db, ctx.team.id, input.memberId)
}
