import { z } from 'zod'
import { listRunSearchNames } from '@/lib/collect/runs'
import { cachedTeamUnit, localiseStoredText } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { EVENT_KINDS, parseEventPayload, selectEvents } from '@/lib/platform/events'
import { selectAlertTitles } from '../store'
import { selectChannels, selectDeliveries, selectDelivery } from './delivery-store'
import { describeEvent, describeItemRange } from './messages'

const state = z.enum(['waiting', 'sent', 'failed'])
const event = z.enum(['fired', 'recovered', 'test', 'run.items', ...EVENT_KINDS])

export interface DeliveryView {
  readonly id: string
  readonly channelName: string
  /** True if it can be sent again: it has its result, is not a test, and its channel is in use. */
  readonly mayBeSentAgain: boolean
  /** Title of its subject; null for a test, and if the subject is gone. */
  readonly title: string | null
  readonly event: z.output<typeof event>
  readonly state: z.output<typeof state>
  readonly tries: number
  readonly lastProblem: string | null
  readonly createdAt: Date
  readonly sentAt: Date | null
  readonly nextTryAt: Date | null
}

const ON_A_PAGE = 50

/**
 * Returns fifty messages with their state, newest first, all of the team or those to one channel: the newest or, with
 * `after`, those before that message.
 */
export async function listDeliveries(
  ctx: TeamCtx,
  channelId?: string,
  after?: string,
): Promise<{ readonly deliveries: DeliveryView[]; readonly hasMore: boolean }> {
  const from = after === undefined ? null : await selectDelivery(ctx.db, ctx.team.id, after)
  const rows = await selectDeliveries(ctx.db, ctx.team.id, ON_A_PAGE + 1, channelId, from)
  const deliveries = await viewsOf(ctx, rows.slice(0, ON_A_PAGE))
  return { deliveries, hasMore: rows.length > ON_A_PAGE }
}

async function viewsOf(
  ctx: TeamCtx,
  rows: Awaited<ReturnType<typeof selectDeliveries>>,
): Promise<DeliveryView[]> {
  const channels = await selectChannels(ctx.db, ctx.team.id)
  const titles = await readTitles(ctx, rows)
  const used = new Set(channels.flatMap(({ id, enabled }) => (enabled ? [id] : [])))
  return rows.map((row) => ({
    id: row.id,
    mayBeSentAgain: row.state !== 'waiting' && row.event !== 'test' && used.has(row.channelId),
    channelName: channels.find(({ id }) => id === row.channelId)?.name ?? 'a deleted channel',
    title: titles.get(row.eventId ?? row.alertId ?? row.id) ?? null,
    event: event.parse(row.event),
    state: state.parse(row.state),
    tries: row.tries,
    lastProblem: row.lastProblem,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    nextTryAt: row.nextTryAt,
  }))
}

/** Returns the titles of the messages' subjects by id, and of messages with items by the message's own. */
async function readTitles(
  ctx: TeamCtx,
  rows: Awaited<ReturnType<typeof selectDeliveries>>,
): Promise<ReadonlyMap<string, string>> {
  const { db, team } = ctx
  const [alerts, events, names] = await Promise.all([
    selectAlertTitles(db, team.id, [...new Set(rows.flatMap(({ alertId }) => alertId ?? []))]),
    selectEvents(db, team.id, [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))]),
    listRunSearchNames(ctx, [...new Set(rows.flatMap(({ runId }) => runId ?? []))]),
  ])
  return new Map([
    ...[...alerts].map(([id, title]) => [id, localiseStoredText(title)] as const),
    ...events.map(
      (row) =>
        [
          row.id,
          describeEvent(parseEventPayload(row), team.timeZone, cachedTeamUnit(team.id)).title,
        ] as const,
    ),
    ...rows.flatMap(({ id, runId, itemsFrom, itemsTo }) => {
      const name = names.get(runId ?? '')
      if (name === undefined || itemsFrom === null || itemsTo === null) return []
      return [[id, `${describeItemRange({ from: itemsFrom, to: itemsTo })} of “${name}”`] as const]
    }),
  ])
}
