import type { z } from 'zod'
import { sendMessage } from '@/lib/alerts/channels'
import { AppError, conflict, invalid, newId, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS, dayOfDate } from '@/lib/platform/calendar'
import { acquireLock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { countMail } from '@/lib/platform/mail'
import {
  canReceiveMessages,
  openTarget,
  type resendDeliveriesSinceInput,
  type resendDeliveryInput,
} from './channel'
import type { DeliveryServices } from './deliver'
import {
  insertDelivery,
  requeueDeliveries,
  selectChannel,
  selectFinishedDeliveriesSince,
  selectFinishedDelivery,
} from './delivery-store'

/** Maximum number of messages that are sent again at once, and their maximum age. */
const MAX = 500
const MAX_DAYS = 30

/**
 * Sends one message to its channel once more, with the same id. Throws `not_found` for a message that waits or was a
 * test, and `conflict` if its channel is gone or not in use. Admins only.
 */
export async function resendDelivery(
  ctx: TeamCtx,
  { deliveryId }: z.output<typeof resendDeliveryInput>,
): Promise<void> {
  requireAdmin(ctx, 'send messages again')
  await transaction(ctx.db, async (tx) => {
    const row = await selectFinishedDelivery(tx, ctx.team.id, deliveryId)
    if (!row) throw notFound('The message')
    await requeue(tx, ctx, row.channelId, [row.id])
  })
}

/**
 * Sends a channel's messages since a day of the team's zone once more, oldest first and with the same ids: the first
 * 500, of the last 30 days at most. Returns their number. Admins only.
 */
export async function resendDeliveriesSince(
  ctx: TeamCtx,
  { channelId, since }: z.output<typeof resendDeliveriesSinceInput>,
): Promise<{ count: number }> {
  requireAdmin(ctx, 'send messages again')
  const day = dayOfDate(since, ctx.team.timeZone)
  if (!day || day.startsAt.getTime() < ctx.clock.now().getTime() - MAX_DAYS * DAY_MS)
    throw invalid('Nothing was sent.', { since: `Choose a day of the last ${MAX_DAYS} days.` })
  return transaction(ctx.db, async (tx) => {
    // If two admins do this at once, each message is sent again once.
    await acquireLock(tx, `deliveries of ${ctx.team.id}`, 'exclusive')
    const rows = await selectFinishedDeliveriesSince(
      tx,
      { teamId: ctx.team.id, channelId, since: day.startsAt },
      MAX,
    )
    const ids = rows.map(({ id }) => id)
    return { count: await requeue(tx, ctx, channelId, ids) }
  })
}

async function requeue(tx: Tx, ctx: TeamCtx, channelId: string, ids: readonly string[]): Promise<number> {
  const channel = await selectChannel(tx, ctx.team.id, channelId)
  if (!channel) throw notFound('The channel')
  if (!channel.enabled) throw conflict('This channel is not in use. Use it again first.')
  const count = await requeueDeliveries(tx, ctx.team.id, ids, ctx.clock.now())
  await appendAuditEntry(tx, ctx, {
    action: 'channel.send-again',
    subjectId: channel.id,
    subjectName: channel.name,
    detail: { messages: count },
  })
  return count
}

const MAX_TEST_MAILS = 20

/**
 * Sends a test message at once and records the result. Throws `upstream` with what went wrong, `conflict` for an
 * address that is not confirmed, and `rate_limited` after twenty test mails of the team in a day. Admins only.
 */
export async function testChannel(
  ctx: TeamCtx,
  { delivery }: { readonly delivery: DeliveryServices },
  channelId: string,
): Promise<void> {
  requireAdmin(ctx, 'test channels')
  const row = await selectChannel(ctx.db, ctx.team.id, channelId)
  if (!row) throw notFound('The channel')
  if (!canReceiveMessages(row))
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
  const limit = { key: `tests of ${team.id}`, max: MAX_TEST_MAILS, withinMs: DAY_MS }
  if (await transaction(db, (tx) => countMail(tx, clock.now(), [limit]))) return
  throw new AppError('rate_limited', `A team sends ${MAX_TEST_MAILS} test mails a day. Try again tomorrow.`)
}
