import type { z } from 'zod'
import { conflict, invalid, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS, dayOfDate } from '@/lib/platform/calendar'
import { lock, type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import type { sendAgainInput, sendSinceInput } from './channel-inputs'
import { selectChannel } from './channel-store'
import { requeueDeliveries, selectOverDelivery, selectOverSince } from './delivery-store'

/** Maximum number of messages that are sent again at once, and their maximum age. */
const MAX = 500
const MAX_DAYS = 30

/**
 * Sends one message to its channel once more, with the same id. Throws `not_found` for a message that waits or was a
 * test, and `conflict` if its channel is gone or not in use. Admins only.
 */
export async function sendAgain(
  ctx: TeamCtx,
  { deliveryId }: z.output<typeof sendAgainInput>,
): Promise<void> {
  requireAdmin(ctx, 'send messages again')
  await transaction(ctx.db, async (tx) => {
    const row = await selectOverDelivery(tx, ctx.team.id, deliveryId)
    if (!row) throw notFound('The message')
    await requeue(tx, ctx, row.channelId, [row.id])
  })
}

/**
 * Sends a channel's messages since a day of the team's zone once more, oldest first and with the same ids: the first
 * 500, of the last 30 days at most. Returns their number. Admins only.
 */
export async function sendSince(
  ctx: TeamCtx,
  { channelId, since }: z.output<typeof sendSinceInput>,
): Promise<{ count: number }> {
  requireAdmin(ctx, 'send messages again')
  const day = dayOfDate(since, ctx.team.timeZone)
  if (!day || day.startsAt.getTime() < ctx.clock.now().getTime() - MAX_DAYS * DAY_MS)
    throw invalid('Nothing was sent.', { since: `Choose a day of the last ${MAX_DAYS} days.` })
  return transaction(ctx.db, async (tx) => {
    // If two admins do this at once, each message is sent again once.
    await lock(tx, `deliveries of ${ctx.team.id}`, 'exclusive')
    const rows = await selectOverSince(tx, { teamId: ctx.team.id, channelId, since: day.startsAt }, MAX)
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
