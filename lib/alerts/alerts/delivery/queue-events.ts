import type { Clock } from '@/lib/kernel'
import { type Db, type Tx, transaction } from '@/lib/platform/db'
import { deleteEvents, type EventRow, takeNewEvents } from '@/lib/platform/events'
import { isInForce, takesEvent } from './channel-kinds'
import { selectChannels } from './channel-store'
import { insertEventDeliveries } from './delivery-store'

const AT_ONCE = 100

/**
 * Queues a message for each channel that takes one of the events that happened, oldest first; events that no channel
 * takes are deleted. Continues while `goesOn`. Returns the number of messages queued.
 */
export async function queueEvents(
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
  const events = await takeNewEvents(tx, now, AT_ONCE)
  const messages = []
  const takenBy = new Set<string>()
  for (const teamId of new Set(events.map((event) => event.teamId))) {
    const channels = (await selectChannels(tx, teamId)).filter((one) => one.enabled && isInForce(one))
    for (const event of events.filter((one) => one.teamId === teamId))
      for (const channel of channels.filter((one) => takesEvent(one, event.kind))) {
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
  ...{ teamId, channelId, eventId: id, event: kind, at },
  // The clock of the instance in which it happened may be ahead, which must not hold it back.
  nextTryAt: at < now ? at : now,
})
