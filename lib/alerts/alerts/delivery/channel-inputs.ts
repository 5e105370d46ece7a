import { z } from 'zod'
import { EVENT_KINDS } from '@/lib/platform/events'
import { line, nameInput } from '@/lib/platform/input'
import { alertKind } from '../schemas'

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
