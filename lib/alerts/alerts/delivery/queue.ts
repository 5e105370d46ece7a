import type { Clock } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { claimNewEvents, deleteEvents, type EventRow, selectQueuedEventsBefore } from '@/lib/platform/events'
import type { AlertKind } from '../schemas'
import { acceptsAlertKind, acceptsEventKind, canReceiveMessages } from './channel'
import {
  deleteDeliveries,
  deleteEventDeliveries,
  insertDelivery,
  insertEventDeliveries,
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
  goesOn: () => Promise<boolean> = async () => true,
): Promise<number> {
  let queued = 0
  let taken: number
  do {
    const step = await transaction(db, (tx) => queueSome(tx, clock.now()))
    queued += step.queued
    taken = step.taken
  } while (taken === AT_ONCE && (await goesOn()))
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
        messages.push(messageOf(event, channel.id, now))
        takenBy.add(event.id)
      }
  }
  await insertEventDeliveries(tx, messages)
  await deleteEvents(
    tx,
    events.flatMap(({ id }) => (takenBy.has(id) ? [] : [id])),
  )
  return { taken: events.length, queued: messages.length }
}

const messageOf = ({ id, teamId, kind, at }: EventRow, channelId: string, now: Date) => ({
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
