import { z } from 'zod'
import { asReadHere } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { EVENT_KINDS, readHappened, selectEvents } from '@/lib/platform/events'
import { selectChannels } from './delivery/channel-store'
import { selectDeliveries } from './delivery/delivery-store'
import { describeEvent } from './delivery/describe-event'
import { type AlertView, alertKind } from './schemas'
import { readAlertSettings } from './settings'
import { selectAlertTitles, selectOpenAlerts, selectPastAlerts } from './store'

const MOST = 200

/** All of the team's open alerts, then those that are over, 200 of them at most; both newest first. */
export async function listAlerts(ctx: TeamCtx): Promise<AlertView[]> {
  const [open, past, settings] = await Promise.all([
    selectOpenAlerts(ctx.db, ctx.team.id),
    selectPastAlerts(ctx.db, ctx.team.id, MOST),
    readAlertSettings(ctx.db, ctx.team.id, ctx.clock.now()),
  ])
  return [...open, ...past].map((row) => {
    const kind = alertKind.parse(row.kind)
    return {
      id: row.id,
      kind,
      subjectId: row.subjectId,
      subjectName: row.subjectName,
      title: row.title,
      detail: row.detail,
      path: row.path,
      firedAt: row.firedAt,
      recoveredAt: row.recoveredAt,
      acknowledgedBy: row.acknowledgedBy,
      acknowledgeReason: row.acknowledgeReason,
      mutedUntil: settings.mutedUntil(kind, row.subjectId),
    }
  })
}

const state = z.enum(['waiting', 'sent', 'failed'])
const event = z.enum(['fired', 'recovered', 'test', ...EVENT_KINDS])

export interface DeliveryView {
  readonly id: string
  readonly channelName: string
  /** Whether it can be sent once more: it has its result, is no test, and its channel is in use. */
  readonly mayBeSentAgain: boolean
  /** What it is about; null for a test, and for what is gone. */
  readonly title: string | null
  readonly event: z.output<typeof event>
  readonly state: z.output<typeof state>
  readonly tries: number
  readonly lastProblem: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly nextTryAt: Date | null
}

/** Messages with their state, newest first, 200 at most: all of the team, or those to one channel. */
export async function listDeliveries(ctx: TeamCtx, channelId?: string): Promise<DeliveryView[]> {
  const [rows, channels] = await Promise.all([
    selectDeliveries(ctx.db, ctx.team.id, MOST, channelId),
    selectChannels(ctx.db, ctx.team.id),
  ])
  const titles = await readTitles(ctx, rows)
  const used = new Set(channels.flatMap(({ id, enabled }) => (enabled ? [id] : [])))
  return rows.map((row) => ({
    id: row.id,
    mayBeSentAgain: row.state !== 'waiting' && row.event !== 'test' && used.has(row.channelId),
    channelName: channels.find(({ id }) => id === row.channelId)?.name ?? 'a deleted channel',
    title: titles.get(row.eventId ?? row.alertId ?? '') ?? null,
    event: event.parse(row.event),
    state: state.parse(row.state),
    tries: row.tries,
    lastProblem: row.lastProblem,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    nextTryAt: row.nextTryAt,
  }))
}

/** The titles of what these messages are about, by its id. */
async function readTitles(
  { db, team }: TeamCtx,
  rows: readonly { readonly alertId: string | null; readonly eventId: string | null }[],
): Promise<ReadonlyMap<string, string>> {
  const [alerts, events] = await Promise.all([
    selectAlertTitles(db, team.id, [...new Set(rows.flatMap(({ alertId }) => alertId ?? []))]),
    selectEvents(db, team.id, [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))]),
  ])
  return new Map([
    ...[...alerts].map(([id, title]) => [id, asReadHere(title)] as const),
    ...events.map((row) => [row.id, describeEvent(readHappened(row), team.timeZone).title] as const),
  ])
}
