import { z } from 'zod'
import type { ChannelTarget } from '@/lib/alerts/channels'
import { Secret } from '@/lib/kernel'
import { EVENT_KINDS, type EventKind } from '@/lib/platform/events'
import { nameInput, singleLineText } from '@/lib/platform/input'
import type { Vault } from '@/lib/platform/vault'
import { type AlertKind, alertKindSchema } from '../schemas'

const name = nameInput()
/** Empty: all kinds. */
const kinds = z.array(alertKindSchema).default([])
/** Kinds of messages that a channel takes: alerts, and events of these kinds. */
export const channelEventSchema = z.enum(['alert', ...EVENT_KINDS])
export type ChannelEvent = z.output<typeof channelEventSchema>
/** If not given: alerts alone, or unchanged. */
const events = z
  .array(channelEventSchema)
  .min(1, 'Choose what is sent.')
  .transform((chosen) => [...new Set(chosen)])
  .optional()
export const channelKindSchema = z.enum(['email', 'slack', 'webhook'])

export const createChannelInput = z.object({
  name,
  kind: channelKindSchema,
  /** E-mail address, or the URL of a webhook. */
  address: singleLineText(
    z.string().trim().min(1, 'Enter an address.').max(2000, 'This is too long to be an address.'),
  ),
  kinds,
  events,
})
export const channelInput = z.object({ channelId: z.uuid() })
export const changeChannelInput = channelInput.extend({ name, enabled: z.boolean(), kinds, events })
export const resendDeliveryInput = z.object({ deliveryId: z.uuid() })
export const resendDeliveriesSinceInput = channelInput.extend({ since: z.iso.date('Choose a day.') })
/** Token in a confirmation's link, as its page sends it back. */
export const confirmChannelInput = z.object({ token: z.string().max(100) })

const storedKinds = z.array(alertKindSchema)

/** Parses the stored kinds of alerts that a channel takes; none means all. */
export const parseAlertKinds = (text: string): AlertKind[] => storedKinds.parse(JSON.parse(text))

const storedEvents = z.array(channelEventSchema)

/** Parses the stored kinds of messages that a channel takes. */
export const parseChannelEvents = (text: string): ChannelEvent[] => storedEvents.parse(JSON.parse(text))

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
export function acceptsAlertKind(channel: Choice, kind: AlertKind): boolean {
  const events = parseChannelEvents(channel.events)
  const kinds = parseAlertKinds(channel.kinds)
  const said = SAID_BY[kind]
  return (
    events.includes('alert') &&
    (kinds.length === 0 || kinds.includes(kind)) &&
    (said === undefined || !events.includes(said))
  )
}

/** Returns whether a channel takes events of a kind. */
export const acceptsEventKind = ({ events }: Choice, kind: string): boolean =>
  parseChannelEvents(events).some((one) => one === kind && one !== 'alert')

/** Returns whether messages may go to a channel: to an e-mail address only once it is confirmed. */
export const canReceiveMessages = ({
  kind,
  confirmedAt,
}: {
  kind: string
  confirmedAt: Date | null
}): boolean => kind !== 'email' || confirmedAt !== null

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
