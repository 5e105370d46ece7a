import { z } from 'zod'
import { type ChannelTarget, makeWebhookSecret } from '@/lib/alerts/channels'
import { AppError, invalid, newId, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { addressProblem } from '@/lib/platform/network'
import { hasConfirmedMember } from '@/lib/teams/teams'
import type { AlertKind } from '../schemas'
import {
  type ChannelEvent,
  canReceiveMessages,
  type changeChannelInput,
  channelKindSchema,
  type createChannelInput,
  parseAlertKinds,
  parseChannelEvents,
  sealTarget,
} from './channel'
import { sendChannelConfirmation } from './confirm'
import type { DeliveryServices } from './deliver'
import { insertChannel, selectChannel, selectChannels, updateChannel } from './delivery-store'

export interface ChannelView {
  readonly id: string
  readonly name: string
  readonly kind: z.output<typeof channelKindSchema>
  /** Part of the address that may be shown. */
  readonly hint: string
  readonly kinds: readonly AlertKind[]
  /** Messages that it takes: alerts, and kinds of events. */
  readonly events: readonly ChannelEvent[]
  readonly enabled: boolean
  /** True if an e-mail address still waits to be confirmed; until then it gets no alerts. */
  readonly waits: boolean
}

/** Returns the team's channels in the order of their creation. Their addresses stay sealed. */
export async function listChannels(ctx: TeamCtx): Promise<ChannelView[]> {
  const rows = await selectChannels(ctx.db, ctx.team.id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: channelKindSchema.parse(row.kind),
    hint: row.hint,
    kinds: parseAlertKinds(row.kinds),
    events: parseChannelEvents(row.events),
    enabled: row.enabled,
    waits: !canReceiveMessages(row),
  }))
}

/**
 * Creates a channel for alerts and events. Returns a signed webhook's secret, only this once. An e-mail address is
 * mailed a link to confirm it, unless it is known to be a member's; `problem` says why that mail was not sent. Throws
 * `invalid` for an address that is impossible, or to which nothing would be sent. Admins only.
 */
export async function createChannel(
  ctx: TeamCtx,
  { delivery }: { readonly delivery: Pick<DeliveryServices, 'vault' | 'mailServer' | 'allowPrivate'> },
  input: z.output<typeof createChannelInput>,
): Promise<{ id: string; secret: string | null; waits: boolean; problem: string | null }> {
  requireAdmin(ctx, 'add channels')
  const { target, hint } = readAddress(input)
  const refused = target.kind === 'email' ? null : await addressProblem(new URL(target.url), delivery)
  if (refused !== null) throw wrongAddress(refused)
  const id = newId()
  const teamId = ctx.team.id
  const events = JSON.stringify(input.events ?? ['alert'])
  const waits = await transaction(ctx.db, async (tx) => {
    const isKnown = target.kind === 'email' && (await hasConfirmedMember(tx, teamId, target.to))
    const now = ctx.clock.now()
    await insertChannel(tx, {
      id,
      teamId,
      name: input.name,
      kind: input.kind,
      hint,
      sealed: sealTarget(delivery.vault, { id, teamId }, target),
      kinds: JSON.stringify(input.kinds),
      events,
      enabled: true,
      confirmedAt: isKnown ? now : null,
      createdAt: now,
    })
    const detail = { kind: input.kind, address: hint, events }
    await appendAuditEntry(tx, ctx, {
      action: 'channel.create',
      subjectId: id,
      subjectName: input.name,
      detail,
    })
    return target.kind === 'email' && !isKnown
  })
  const problem = waits ? await confirmationProblem(ctx, delivery, id) : null
  return { id, secret: target.kind === 'webhook' ? target.secret : null, waits, problem }
}

/**
 * Sends the confirmation of a new channel. Returns a failure instead of throwing it, because the channel exists in any
 * case.
 */
async function confirmationProblem(
  ctx: TeamCtx,
  delivery: Pick<DeliveryServices, 'vault' | 'mailServer'>,
  channelId: string,
): Promise<string | null> {
  try {
    await sendChannelConfirmation(ctx, { delivery }, channelId)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Changes a channel's name, the messages that it takes, or whether it is in use. Its address stays. Admins only. */
export async function changeChannel(ctx: TeamCtx, input: z.output<typeof changeChannelInput>): Promise<void> {
  requireAdmin(ctx, 'change channels')
  const { channelId, enabled } = input
  await transaction(ctx.db, async (tx) => {
    const before = await selectChannel(tx, ctx.team.id, channelId)
    if (!before) throw notFound('The channel')
    const events = input.events ? JSON.stringify(input.events) : before.events
    const change = { name: input.name, enabled, kinds: JSON.stringify(input.kinds), events }
    await updateChannel(tx, ctx.team.id, channelId, change)
    const detail = diffFields(before, change)
    await appendAuditEntry(tx, ctx, {
      action: 'channel.change',
      subjectId: channelId,
      subjectName: input.name,
      detail,
    })
  })
}

/** Deletes a channel with its address; the log keeps what was sent. Admins only. */
export async function deleteChannel(ctx: TeamCtx, channelId: string): Promise<void> {
  requireAdmin(ctx, 'delete channels')
  await transaction(ctx.db, async (tx) => {
    const row = await selectChannel(tx, ctx.team.id, channelId)
    if (!row) throw notFound('The channel')
    await updateChannel(tx, ctx.team.id, channelId, { deletedAt: ctx.clock.now(), sealed: '' })
    await appendAuditEntry(tx, ctx, { action: 'channel.delete', subjectId: channelId, subjectName: row.name })
  })
}

const wrongAddress = (why: string) => invalid('The channel was not added.', { address: why })

/** Reads the typed address; `hint` is the part that may be shown. Throws `invalid`. */
function readAddress({ kind, address }: z.output<typeof createChannelInput>): {
  target: ChannelTarget
  hint: string
} {
  if (kind === 'email') {
    if (!z.email().safeParse(address).success)
      throw wrongAddress('Enter an e-mail address, such as ops@example.org.')
    return { target: { kind, to: address }, hint: address }
  }
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw wrongAddress('Enter a URL that begins with https://.')
  const target =
    kind === 'slack' ? { kind, url: url.href } : { kind, url: url.href, secret: makeWebhookSecret() }
  return { target, hint: url.host }
}
