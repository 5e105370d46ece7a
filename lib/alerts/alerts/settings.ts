import type { z } from 'zod'
import { AppError, invalid, parseTypedCredits, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  ALERT_KINDS,
  ALERT_PARAMETERS,
  type AlertKind,
  type AlertParameters,
  type AlertSettingView,
  type changeAlertSettingInput,
  type muteAlertsInput,
} from './schemas'
import { hasAlertAbout, putAlertSetting, selectAlertSettings } from './store'

/** A team's settings for its alerts. */
export interface AlertSettings {
  isEnabled(kind: AlertKind): boolean
  parametersOf<Kind extends AlertKind>(kind: Kind): AlertParameters<Kind>
  /** Returns until when nothing is sent for a subject; null if it is not muted. */
  mutedUntil(kind: AlertKind, subjectId: string): Date | null
}

export async function readAlertSettings(db: Db | Tx, teamId: string, now: Date): Promise<AlertSettings> {
  const rows = await selectAlertSettings(db, teamId)
  const find = (kind: AlertKind, subjectId = '') =>
    rows.find((row) => row.kind === kind && row.subjectId === subjectId)
  return {
    isEnabled: (kind) => find(kind)?.enabled ?? true,
    parametersOf: (kind) => parse(kind, find(kind)?.parameters ?? '{}'),
    mutedUntil(kind, subjectId) {
      const moments = [find(kind)?.mutedUntil, find(kind, subjectId)?.mutedUntil].filter(
        (at) => at !== undefined && at !== null && at > now,
      )
      return moments.reduce<Date | null>(
        (latest, at) => (!latest || (at && at > latest) ? (at ?? null) : latest),
        null,
      )
    },
  }
}

function parse<Kind extends AlertKind>(kind: Kind, stored: string): AlertParameters<Kind> {
  const schema = ALERT_PARAMETERS[kind]
  const parsed = schema.safeParse(JSON.parse(stored))
  return parsed.success ? parsed.data : schema.parse({})
}

/** Returns the team's setting for each kind of alert. */
export async function listAlertSettings(ctx: TeamCtx): Promise<AlertSettingView[]> {
  const settings = await readAlertSettings(ctx.db, ctx.team.id, ctx.clock.now())
  return ALERT_KINDS.map((kind) => ({
    kind,
    enabled: settings.isEnabled(kind),
    mutedUntil: settings.mutedUntil(kind, ''),
    parameters: texts(settings.parametersOf(kind)),
  }))
}

const texts = (parameters: object): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)]))

/** Turns a kind of alert on or off, with its parameters. Throws `invalid`. Admins only. */
export async function changeAlertSetting(
  ctx: TeamCtx,
  input: z.output<typeof changeAlertSettingInput>,
): Promise<void> {
  requireAdmin(ctx, 'change alerts')
  const { kind, enabled } = input
  const parsed = ALERT_PARAMETERS[kind].safeParse(input.parameters)
  if (!parsed.success)
    throw invalid(
      'The alert was not changed.',
      Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join('.'), message])),
    )
  const parameters: Readonly<Record<string, unknown>> = parsed.data
  const { credits } = parameters
  if (typeof credits === 'string' && credits !== '' && parseTypedCredits(credits) === null)
    throw invalid('The alert was not changed.', {
      credits: 'Enter a number, such as 500, with at most 9 decimals.',
    })
  await transaction(ctx.db, async (tx) => {
    const by = { changedBy: ctx.actor.name, changedAt: ctx.clock.now() }
    const key = { teamId: ctx.team.id, kind, subjectId: '' }
    const before = await readAlertSettings(tx, ctx.team.id, ctx.clock.now())
    const was = { enabled: before.isEnabled(kind), ...texts(before.parametersOf(kind)) }
    await putAlertSetting(tx, key, { enabled, parameters: JSON.stringify(parameters) }, by)
    await appendAuditEntry(tx, ctx, {
      action: 'alert.change',
      subjectId: kind,
      subjectName: kind,
      detail: diffFields(was, { enabled, ...texts(parameters) }),
    })
  })
}

/**
 * Mutes a kind, or one subject, for a number of days: nothing is sent, but alerts are still listed. Throws `not_found`
 * for a subject without an alert of the team. Admins only.
 */
export async function muteAlerts(
  ctx: TeamCtx,
  { kind, subjectId, days }: z.output<typeof muteAlertsInput>,
): Promise<void> {
  requireAdmin(ctx, 'mute alerts')
  await transaction(ctx.db, async (tx) => {
    const now = ctx.clock.now()
    const mutedUntil = days === 0 ? null : new Date(now.getTime() + days * DAY_MS)
    if (subjectId !== '' && !(await hasAlertAbout(tx, ctx.team.id, kind, subjectId)))
      throw new AppError('not_found', 'The subject was not found.', {
        subjectId: 'Choose a subject that has an alert.',
      })
    const was = (await selectAlertSettings(tx, ctx.team.id)).find(
      (row) => row.kind === kind && row.subjectId === subjectId,
    )?.mutedUntil
    const by = { changedBy: ctx.actor.name, changedAt: now }
    await putAlertSetting(tx, { teamId: ctx.team.id, kind, subjectId }, { mutedUntil }, by)
    await appendAuditEntry(tx, ctx, {
      action: 'alert.mute',
      subjectId: subjectId || kind,
      subjectName: kind,
      detail: {
        days,
        ...diffFields({ mutedUntil: was?.toISOString() }, { mutedUntil: mutedUntil?.toISOString() }),
      },
    })
  })
}
