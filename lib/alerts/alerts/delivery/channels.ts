import { z } from 'zod'
import { type ChannelTarget, makeWebhookSecret, sendMessage } from '@/lib/alerts/channels'
import { AppError, conflict, invalid, newId, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry, changesOf } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { countMail } from '@/lib/platform/mail'
import { hasConfirmedMember } from '@/lib/teams/teams'
import type { AlertKind } from '../schemas'
import { type changeChannelInput, channelKind, type createChannelInput } from './channel-inputs'
import { isInForce, kindsOf } from './channel-kinds'
import { insertChannel, selectChannel, selectChannels, updateChannel } from './channel-store'
import { openTarget, sealTarget } from './channel-target'
import { sendConfirmation } from './confirm'
import type { DeliveryServices } from './deliver'
import { insertDelivery } from './delivery-store'

export interface ChannelView {
  readonly id: string
  readonly name: string
  readonly kind: z.output<typeof channelKind>
  /** The part of the address that may be shown. */
  readonly hint: string
  readonly kinds: readonly AlertKind[]
  readonly enabled: boolean
  /** Whether an e-mail address still waits to be confirmed: until then it gets no alerts. */
  readonly waits: boolean
}

/** The team's channels in the order of their creation; their addresses stay sealed. */
export async function listChannels(ctx: TeamCtx): Promise<ChannelView[]> {
  const rows = await selectChannels(ctx.db, ctx.team.id)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    kind: channelKind.parse(row.kind),
    hint: row.hint,
    kinds: kindsOf(row.kinds),
    enabled: row.enabled,
    waits: !isInForce(row),
  }))
}

/**
 * Makes a channel for alerts. Returns a signed webhook's secret, only this once. An e-mail address is mailed a link to
 * confirm it, unless it is known to be a member's; `problem` says why that mail was not sent. Throws `invalid` for an
 * impossible address. Admins only.
 */
export async function createChannel(
  ctx: TeamCtx,
  { delivery }: { readonly delivery: Pick<DeliveryServices, 'vault' | 'mailServer'> },
  input: z.output<typeof createChannelInput>,
): Promise<{ id: string; secret: string | null; waits: boolean; problem: string | null }> {
  requireAdmin(ctx, 'add channels')
  const { target, hint } = readAddress(input)
  const id = newId()
  const teamId = ctx.team.id
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
      enabled: true,
      confirmedAt: isKnown ? now : null,
      createdAt: now,
    })
    const detail = { kind: input.kind, address: hint }
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

/** Sends the confirmation of a new channel. The channel is there in any case, so a failure is told beside it. */
async function confirmationProblem(
  ctx: TeamCtx,
  delivery: Pick<DeliveryServices, 'vault' | 'mailServer'>,
  channelId: string,
): Promise<string | null> {
  try {
    await sendConfirmation(ctx, { delivery }, channelId)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Changes a channel's name, its kinds of alerts, or whether it is in use. Its address stays. Admins only. */
export async function changeChannel(ctx: TeamCtx, input: z.output<typeof changeChannelInput>): Promise<void> {
  requireAdmin(ctx, 'change channels')
  const { channelId, enabled } = input
  await transaction(ctx.db, async (tx) => {
    const before = await selectChannel(tx, ctx.team.id, channelId)
    if (!before) throw notFound('The channel')
    const change = { name: input.name, enabled, kinds: JSON.stringify(input.kinds) }
    await updateChannel(tx, ctx.team.id, channelId, change)
    const detail = changesOf(before, change)
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

const MOST_TEST_MAILS = 20

/**
 * Sends a test message at once and records the result. Throws `upstream` with what went wrong, `conflict` for an address
 * that is not confirmed, and `rate_limited` after twenty test mails of the team in a day. Admins only.
 */
export async function testChannel(
  ctx: TeamCtx,
  { delivery }: { readonly delivery: DeliveryServices },
  channelId: string,
): Promise<void> {
  requireAdmin(ctx, 'test channels')
  const row = await selectChannel(ctx.db, ctx.team.id, channelId)
  if (!row) throw notFound('The channel')
  if (!isInForce(row))
    throw conflict('This address is not confirmed yet. Its owner opens the link in the mail.')
  if (row.kind === 'email') await countTest(ctx)
  await appendAuditEntry(ctx.db, ctx, { action: 'channel.test', subjectId: channelId, subjectName: row.name })
  const at = ctx.clock.now()
  const message = {
    event: 'test',
    kind: 'test',
    title: `the channel “${row.name}” works`,
    detail: `${ctx.actor.name} sent this to test whether alerts arrive here. They do.`,
    teamName: ctx.team.name,
    at,
    url: delivery.baseUrl && `${delivery.baseUrl}/${ctx.team.slug}/alerts`,
    data: {},
  } as const
  const sent = await sendMessage(openTarget(delivery.vault, row), message, { id: newId(), at, ...delivery })
  await insertDelivery(
    ctx.db,
    { teamId: ctx.team.id, channelId, alertId: null, event: 'test', nextTryAt: null, createdAt: at },
    sent.ok
      ? { state: 'sent', tries: 1, sentAt: ctx.clock.now() }
      : { state: 'failed', tries: 1, lastProblem: sent.problem },
  )
  if (!sent.ok) throw new AppError('upstream', sent.problem)
}

async function countTest({ db, clock, team }: TeamCtx): Promise<void> {
  const limit = { key: `tests of ${team.id}`, most: MOST_TEST_MAILS, withinMs: DAY_MS }
  if (await transaction(db, (tx) => countMail(tx, clock.now(), [limit]))) return
  throw new AppError('rate_limited', `A team sends ${MOST_TEST_MAILS} test mails a day. Try again tomorrow.`)
}

/** The typed address; `hint` is the part that may be shown. Throws `invalid`. */
function readAddress({ kind, address }: z.output<typeof createChannelInput>): {
  target: ChannelTarget
  hint: string
} {
  const wrong = (why: string) => invalid('The channel was not added.', { address: why })
  if (kind === 'email') {
    if (!z.email().safeParse(address).success)
      throw wrong('Enter an e-mail address, such as ops@example.org.')
    return { target: { kind, to: address }, hint: address }
  }
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw wrong('Enter a URL that begins with https://.')
  const target =
    kind === 'slack' ? { kind, url: url.href } : { kind, url: url.href, secret: makeWebhookSecret() }
  return { target, hint: url.host }
}
