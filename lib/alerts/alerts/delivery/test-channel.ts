import { sendMessage } from '@/lib/alerts/channels'
import { AppError, conflict, newId, notFound, requireAdmin } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { countMail } from '@/lib/platform/mail'
import { isInForce } from './channel-kinds'
import { selectChannel } from './channel-store'
import { openTarget } from './channel-target'
import type { DeliveryServices } from './deliver'
import { insertDelivery } from './delivery-store'

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
  const limit = { key: `tests of ${team.id}`, most: MAX_TEST_MAILS, withinMs: DAY_MS }
  if (await transaction(db, (tx) => countMail(tx, clock.now(), [limit]))) return
  throw new AppError('rate_limited', `A team sends ${MAX_TEST_MAILS} test mails a day. Try again tomorrow.`)
}
