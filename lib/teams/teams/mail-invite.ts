import type { z } from 'zod'
import { invalid, newToken, requireAdmin } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import {
  countMail,
  harmlessName,
  hashOfAddress,
  type Mailer,
  type MailServer,
  sendMail,
} from '@/lib/platform/mail'
import { hashToken } from '@/lib/platform/vault'
import { type NewInvite, writeInvite } from './invites'
import type { createInviteInput, invitePersonInput } from './schemas'

const MAX_AN_ADDRESS = 3
const MAX_A_TEAM = 50

/** The outcome of mailing the link: sent, failed, refused because too many were sent today, or nothing to mail. */
export type InviteMail = 'sent' | 'failed' | 'limit' | 'none'

/**
 * Creates an invite for one address or, if that is chosen, for anyone with the link. One for an address is also mailed
 * if a mail server is set, with its own token, so that using it shows who reads that mailbox. Admins only.
 */
export async function invitePerson(
  ctx: TeamCtx,
  { mailer }: { readonly mailer: Mailer },
  { isOpen, ...given }: z.output<typeof invitePersonInput>,
): Promise<NewInvite & { mail: InviteMail }> {
  requireAdmin(ctx, 'invite people')
  const input = isOpen ? { ...given, email: '' } : given
  if (isOpen === false && input.email === '')
    throw invalid('No invite was created.', { email: 'Enter the address of the person whom you invite.' })
  const { server } = mailer
  const mailedToken = newToken()
  const { invite, isMailed } = await transaction(ctx.db, async (tx) => {
    const isMailed = server !== null && input.email !== '' && (await mayMail(tx, ctx, input.email))
    return { isMailed, invite: await writeInvite(tx, ctx, input, isMailed ? hashToken(mailedToken) : null) }
  })
  if (!server || input.email === '') return { ...invite, mail: 'none' }
  if (!isMailed) return { ...invite, mail: 'limit' }
  const sent = await sendMail(server, mailOf(ctx, server, input, mailedToken))
  return { ...invite, mail: sent.ok ? 'sent' : 'failed' }
}

const mayMail = (tx: Tx, { team, clock }: TeamCtx, email: string): Promise<boolean> =>
  countMail(tx, clock.now(), [
    { key: `invite to ${hashOfAddress(email)}`, most: MAX_AN_ADDRESS, withinMs: DAY_MS },
    { key: `invites of ${team.id}`, most: MAX_A_TEAM, withinMs: DAY_MS },
  ])

function mailOf(
  { actor, team }: TeamCtx,
  { purserUrl }: MailServer,
  { email, role }: z.output<typeof createInviteInput>,
  token: string,
) {
  const as = role === 'admin' ? 'an admin' : `a ${role}`
  const text = [
    `${harmlessName(actor.name)} invites you to join a team in Purser as ${as}: “${harmlessName(team.name)}”.`,
    '',
    'This link works once, for seven days, for an account of this address:',
    `${purserUrl}/invite/${token}`,
    '',
    `Purser at ${purserUrl} sent this on behalf of the team. If you do not know it, do nothing.`,
  ].join('\n')
  return { to: email, subject: 'Purser: you are invited to a team', text }
}
