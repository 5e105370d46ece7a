import { z } from 'zod'
import { line, nameInput } from '@/lib/platform/input'
import { alertKind } from '../schemas'

const name = nameInput()
/** Empty: all kinds. */
const kinds = z.array(alertKind).default([])
export const channelKind = z.enum(['email', 'slack', 'webhook'])

export const createChannelInput = z.object({
  name,
  kind: channelKind,
  /** An e-mail address, or the URL of a webhook. */
  address: line(
    z.string().trim().min(1, 'Enter an address.').max(2000, 'This is too long to be an address.'),
  ),
  kinds,
})
export const channelInput = z.object({ channelId: z.uuid() })
export const changeChannelInput = channelInput.extend({ name, enabled: z.boolean(), kinds })
/** The token in a confirmation's link, as its page sends it back. */
export const confirmChannelInput = z.object({ token: z.string().max(100) })
