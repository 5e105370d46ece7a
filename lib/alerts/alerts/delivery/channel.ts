import { z } from 'zod'
import type { ChannelTarget } from '@/lib/alerts/channels'
import { Secret } from '@/lib/kernel'
import { EVENT_KINDS, type EventKind } from '@/lib/platform/events'
import { line, nameInput } from '@/lib/platform/input'
import type { Vault } from '@/lib/platform/vault'
import { type AlertKind, alertKind } from '../schemas'

const name = nameInput()
/** Empty: all kinds. */
const kinds = z.array(alertKind).default([])
/** Kinds of messages that a channel takes: alerts, and events of these kinds. */
export const channelEvent = z.enum(['alert', ...EVENT_KINDS])
export type ChannelEvent = z.output<typeof channelEvent>
/** If not given: alerts alone, or unchanged. */
const events = z
  .array(channelEvent)
  .min(1, 'Choose what is sent.')
  .transform((chosen) => [...new Set(chosen)])
  .optional()
export const channelKind = z.enum(['email', 'slack', 'webhook'])

export const createChannelInput = z.object({
  name,
  kind: channelKind,
  /** E-mail address, or the URL of a webhook. */
  address: line(
    z.string().trim().min(1, 'Enter an address.').max(2000, 'This is too long to be an address.'),
  ),
  kinds,
  events,
})
export const channelInput = z.object({ channelId: z.uuid() })
export const changeChannelInput = channelInput.extend({ name, enabled: z.boolean(), kinds, events })
export const sendAgainInput = z.object({ deliveryId: z.uuid() })
export const sendSinceInput = channelInput.extend({ since: z.iso.date('Choose a day.') })
/** Token in a confirmation's link, as its page sends it back. */
export const confirmChannelInput = z.object({ token: z.string().max(100) })

const storedKinds = z.array(alertKind)

/** Parses the stored kinds of alerts that a channel takes; none means all. */
export const kindsOf = (text: string): AlertKind[] => storedKinds.parse(JSON.parse(text))

const storedEvents = z.array(channelEvent)

/** Parses the stored kinds of messages that a channel takes. */
export const eventsOf = (text: string): ChannelEvent[] => storedEvents.parse(JSON.parse(text))

interface Choice {
  readonly kinds: string
  readonly events: string
}

/** Events that say the same as an alert of a kind, so that a channel is not notified twice. */
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

const storedTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), to: z.string() }),
  z.object({ kind: z.literal('slack'), url: z.string() }),
  z.object({ kind: z.literal('webhook'), url: z.string(), secret: z.string() }),
])

interface ChannelKey {
  readonly id: string
  readonly teamId: string
}

/** Seals a channel's target, bound to its row and team. An address may itself be a secret, so all of it is sealed. */
export const sealTarget = (vault: Vault, { id, teamId }: ChannelKey, target: ChannelTarget): string =>
  vault.seal(new Secret(JSON.stringify(target)), { teamId, keyId: id })

export const openTarget = (
  vault: Vault,
  { id, teamId, sealed }: ChannelKey & { sealed: string },
): ChannelTarget => storedTarget.parse(JSON.parse(vault.open(sealed, { teamId, keyId: id }).reveal()))
