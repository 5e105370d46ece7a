import { z } from 'zod'
import type { EventKind } from '@/lib/platform/events'
import { type AlertKind, alertKind } from '../schemas'
import { type ChannelEvent, channelEvent } from './channel-inputs'

const stored = z.array(alertKind)

/** Parses the stored kinds of alerts that a channel takes; none means all. */
export const kindsOf = (text: string): AlertKind[] => stored.parse(JSON.parse(text))

const storedEvents = z.array(channelEvent)

/** Parses the stored kinds of messages that a channel takes. */
export const eventsOf = (text: string): ChannelEvent[] => storedEvents.parse(JSON.parse(text))

interface Choice {
  readonly kinds: string
  readonly events: string
}

/** Events that say the same as an alert of a kind, so that a channel is not told twice. */
const SAID_BY: Partial<Record<AlertKind, EventKind>> = {
  budget_threshold: 'budget.reached',
  new_items: 'items.new',
}

/** Returns whether a channel takes alerts of a kind. */
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

/** Returns whether a channel takes events of a kind. */
export const takesEvent = ({ events }: Choice, kind: string): boolean =>
  eventsOf(events).some((one) => one === kind && one !== 'alert')

/** Returns whether messages may go to a channel: to an e-mail address only once it is confirmed. */
export const isInForce = ({ kind, confirmedAt }: { kind: string; confirmedAt: Date | null }): boolean =>
  kind !== 'email' || confirmedAt !== null
