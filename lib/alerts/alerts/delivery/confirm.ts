import type { z } from 'zod'
import { AppError, type Clock, conflict, newToken, notFound, requireAdmin, SYSTEM } from '@/lib/kernel'
import { appendAuditEntry } from '@/lib/platform/audit'
import { DAY_MS } from '@/lib/platform/calendar'
import { type Db, type TeamCtx, transaction } from '@/lib/platform/db'
import { countMail, hashOfAddress, type MailServer, sanitiseNameForMail, sendMail } from '@/lib/platform/mail'
import { hashToken } from '@/lib/platform/vault'
import { findTeam } from '@/lib/teams/teams'
import { type confirmChannelInput, openTarget } from './channel'
import type { DeliveryServices } from './deliver'
import { selectChannel, selectChannelByHash, updateChannel } from './delivery-store'

const MAX_AN_ADDRESS = 3
const MAX_A_TEAM = 20

/**
 * Mails a link that confirms an e-mail channel's address; earlier links stop working. An address gets three such mails
 * a day, whatever the team, and a team sends twenty. Throws a sentence if none was sent. Admins only.
 */
export async function sendChannelConfirmation(
  ctx: TeamCtx,
  { delivery }: { readonly delivery: Pick<DeliveryServices, 'vault' | 'mailServer'> },
  channelId: string,
): Promise<void> {
  requireAdmin(ctx, 'confirm addresses')
  const { vault, mailServer } = delivery
  const row = await selectChannel(ctx.db, ctx.team.id, channelId)
  if (!row) throw notFound('The channel')
  const target = openTarget(vault, row)
  if (target.kind !== 'email' || row.confirmedAt) throw conflict('There is nothing to confirm.')
  if (!mailServer)
    throw new AppError('unavailable', 'No mail server is set up. The person who runs Purser sets SMTP_URL.')
  const token = newToken()
  const isCounted = await transaction(ctx.db, async (tx) => {
    const counted = await countMail(tx, ctx.clock.now(), [
      { key: `confirm ${hashOfAddress(target.to)}`, max: MAX_AN_ADDRESS, withinMs: DAY_MS },
      { key: `confirmations of ${ctx.team.id}`, max: MAX_A_TEAM, withinMs: DAY_MS },
    ])
    if (counted) await updateChannel(tx, ctx.team.id, channelId, { confirmHash: hashToken(token) })
    return counted
  })
  if (!isCounted)
    throw new AppError(
      'rate_limited',
      `No mail was sent: an address gets ${MAX_AN_ADDRESS} such mails a day, and a team sends ${MAX_A_TEAM}. Try again tomorrow.`,
    )
  const sent = await sendMail(mailServer, mailOf(ctx, mailServer, target.to, token))
  if (!sent.ok) throw new AppError('upstream', sent.problem)
}

function mailOf({ actor, team }: TeamCtx, { purserUrl }: MailServer, to: string, token: string) {
  const text = [
    `${sanitiseNameForMail(actor.name)} of the team “${sanitiseNameForMail(team.name)}” wants alerts of Purser to be sent to this address.`,
    '',
    'If you want them, confirm it here:',
    `${purserUrl}/account/confirm/${token}`,
    '',
    `Purser at ${purserUrl} sent this on behalf of the team. If you do nothing, nothing more comes.`,
  ].join('\n')
  return { to, subject: 'Purser: confirm this address for alerts', text }
}

/** Returns what a mailed link would confirm; null if it was used or replaced, or its channel is gone. */
export async function findChannelToConfirm(
  db: Db,
  token: string,
): Promise<{ teamName: string; address: string } | null> {
  const row = await selectChannelByHash(db, hashToken(token))
  const team = row && (await findTeam(db, row.teamId))
  return team && { teamName: team.name, address: row.hint }
}

/** Confirms a channel's address by the link that was mailed to it, once. Throws `not_found`. */
export async function confirmChannel(
  db: Db,
  clock: Clock,
  { token }: z.output<typeof confirmChannelInput>,
): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await selectChannelByHash(tx, hashToken(token))
    const team = row && (await findTeam(tx, row.teamId))
    if (!team) throw notFound('The link')
    const change = { confirmedAt: clock.now(), confirmHash: null }
    if ((await updateChannel(tx, team.id, row.id, change)) === 0) throw notFound('The link')
    await appendAuditEntry(
      tx,
      { team, actor: SYSTEM, db, clock },
      { action: 'channel.confirm', subjectId: row.id, subjectName: row.name, detail: { address: row.hint } },
    )
  })
}
