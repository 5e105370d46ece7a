import { countNewItemsToSend, listRunsToSend } from '@/lib/collect/runs'
import { selectItemsChannels } from '@/lib/collect/schedules'
import type { Clock } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  claimNewEvents,
  deleteEvents,
  type EventRow,
  parseEventPayload,
  selectQueuedEventsBefore,
} from '@/lib/platform/events'
import type { AlertKind } from '../schemas'
import { acceptsAlertKind, acceptsEventKind, canReceiveMessages } from './channel'
import {
  countQueuedItems,
  deleteDeliveries,
  deleteEventDeliveries,
  insertDelivery,
  insertEventDeliveries,
  insertItemsDeliveries,
  type NewItemsDelivery,
  selectChannel,
  selectChannels,
  selectFinishedDeliveriesBefore,
} from './delivery-store'

/** Queues a message for every channel that takes this kind, in the transaction that fires or ends the alert. */
export async function queueDeliveries(
  tx: Tx,
  {
    teamId,
    alertId,
    kind,
    event,
    at,
  }: { teamId: string; alertId: string; kind: AlertKind; event: 'fired' | 'recovered'; at: Date },
): Promise<void> {
  for (const channel of await selectChannels(tx, teamId)) {
    if (!channel.enabled || !canReceiveMessages(channel) || !acceptsAlertKind(channel, kind)) continue
    await insertDelivery(tx, { teamId, channelId: channel.id, alertId, event, nextTryAt: at, createdAt: at })
  }
}

const AT_ONCE = 100

/**
 * Queues a message for each channel that takes one of the events that happened, oldest first; events that no channel
 * takes are deleted. Continues while `goesOn`. Returns the number of messages queued.
 */
export async function queueEventDeliveries(
  db: Db,
  clock: Clock,
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<number> {
  let queued = 0
  let taken: number
  do {
    const step = await transaction(db, (tx) => queueSome(tx, clock.now()))
    queued += step.queued
    taken = step.taken
  } while (taken === AT_ONCE && (await shouldContinue()))
  return queued
}

/**
 * Takes some events and queues their messages in one transaction, so that a process that is killed within it has taken
 * none.
 */
async function queueSome(tx: Tx, now: Date): Promise<{ taken: number; queued: number }> {
  const events = await claimNewEvents(tx, now, AT_ONCE)
  const messages = []
  const takenBy = new Set<string>()
  for (const teamId of new Set(events.map((event) => event.teamId))) {
    const channels = (await selectChannels(tx, teamId)).filter(
      (one) => one.enabled && canReceiveMessages(one),
    )
    for (const event of events.filter((one) => one.teamId === teamId))
      for (const channel of channels.filter((one) => acceptsEventKind(one, event.kind))) {
        messages.push(toEventDelivery(event, channel.id, now))
        takenBy.add(event.id)
      }
  }
  await insertEventDeliveries(tx, messages)
  const items = await queueNewItems(tx, events, now)
  await deleteEvents(
    tx,
    events.flatMap(({ id }) => (takenBy.has(id) ? [] : [id])),
  )
  return { taken: events.length, queued: messages.length + items }
}

/** Maximum number of items in one message. */
const MAX_ITEMS = 100

/**
 * Queues the new items of scheduled runs for the channels that their schedules name, in order. A later page of the same
 * run continues behind the items that are queued already. Returns the number of messages.
 */
async function queueNewItems(tx: Tx, events: readonly EventRow[], now: Date): Promise<number> {
  let queued = 0
  for (const { teamId, ...row } of events) {
    const event = parseEventPayload(row)
    // Private runs do not name their search.
    if (event.kind !== 'items.new' || event.data.searchId === null) continue
    const { runId, searchId } = event.data
    const channelId = (await selectItemsChannels(tx, teamId, [searchId])).get(searchId)
    const channel = channelId === undefined ? null : await selectChannel(tx, teamId, channelId)
    if (!channel?.enabled || channel.kind !== 'webhook') continue
    const rows: NewItemsDelivery[] = []
    for (const id of await listRunsToSend(tx, teamId, runId)) {
      const [total, known] = await Promise.all([
        countNewItemsToSend(tx, teamId, id),
        countQueuedItems(tx, channel.id, id),
      ])
      for (let from = known; from < total; from += MAX_ITEMS) {
        // A millisecond apart, because messages are sent in the order of their times.
        const at = new Date(now.getTime() + rows.length)
        const range = { itemsFrom: from, itemsTo: Math.min(from + MAX_ITEMS, total) }
        rows.push({ teamId, channelId: channel.id, runId: id, ...range, createdAt: at, nextTryAt: at })
      }
    }
    await insertItemsDeliveries(tx, rows)
    queued += rows.length
  }
  return queued
}

const toEventDelivery = ({ id, teamId, kind, at }: EventRow, channelId: string, now: Date) => ({
  teamId,
  channelId,
  eventId: id,
  event: kind,
  at,
  // The clock of the instance in which it happened may be ahead, which must not hold it back.
  nextTryAt: at < now ? at : now,
})

/** Number of days in which an event can be sent again. */
const EVENT_DAYS = 30
const A_STEP = 200

/** Deletes old events with the messages about them, some in each step. */
export async function* deleteOldEvents(db: Db, clock: Clock): AsyncGenerator<void, void> {
  for (;;) {
    const before = new Date(clock.now().getTime() - EVENT_DAYS * DAY_MS)
    const deleted = await transaction(db, async (tx) => {
      const ids = await selectQueuedEventsBefore(tx, before, A_STEP)
      if (ids.length === 0) return 0
      await deleteEventDeliveries(tx, ids)
      await deleteEvents(tx, ids)
      return ids.length
    })
    if (deleted === 0) return
    yield
  }
}

/** Number of days for which a message's result is kept. */
const MESSAGE_DAYS = 90

/** Deletes a team's old messages that have their result, some in each step. Waiting messages stay. */
export async function* deleteOldDeliveries({ db, clock, team }: TeamCtx): AsyncGenerator<void, void> {
  for (;;) {
    const before = new Date(clock.now().getTime() - MESSAGE_DAYS * DAY_MS)
    const deleted = await transaction(db, async (tx) => {
      const ids = await selectFinishedDeliveriesBefore(tx, team.id, before, A_STEP)
      if (ids.length > 0) await deleteDeliveries(tx, team.id, ids)
      return ids.length
    })
    if (deleted === 0) return
    yield
  }
}
