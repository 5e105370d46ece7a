import { z } from 'zod'
import type { EventKind } from '@/lib/platform/events'
import { type AlertKind, alertKind } from '../schemas'
import { type ChannelEvent, channelEvent } from './channel-inputs'

const stored = z.array(alertKind)

/** The kinds of alerts a channel takes, as stored; none means all. */
export const kindsOf = (text: string): AlertKind[] => stored.parse(JSON.parse(text))

const storedEvents = z.array(channelEvent)

/** What a channel is told of, as stored. */
export const eventsOf = (text: string): ChannelEvent[] => storedEvents.parse(JSON.parse(text))

interface Choice {
  readonly kinds: string
  readonly events: string
}

/** The event that says what an alert of this kind says: who takes it is not told twice. */
const SAID_BY: Partial<Record<AlertKind, EventKind>> = {
  budget_threshold: 'budget.reached',
  new_items: 'items.new',
}

/** Whether a channel is told of alerts of a kind. */
export function takesAlert(channel: Choice, kind: AlertKind): boolean {
  const events = eventsOf(channel.events)
  const kinds = kindsOf(channel.kinds)
  const said = SAID_BY[kind]
  return (
    events.includes('alert') &&
    (kinds.length === 0 || kinds.includes(kind)) &&
    (said === undefined || !events.includes(said))
  )
}

/** Whether a channel is told of events of a kind. */
export const takesEvent = ({ events }: Choice, kind: string): boolean =>
  eventsOf(events).some((one) => one === kind && one !== 'alert')

/** Whether messages may go to a channel: to an e-mail address only once it is confirmed. */
export const isInForce = ({ kind, confirmedAt }: { kind: string; confirmedAt: Date | null }): boolean =>
  kind !== 'email' || confirmedAt !== null
