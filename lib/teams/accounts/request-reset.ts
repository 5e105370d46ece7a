import type { z } from 'zod'
import type { Clock } from '@/lib/kernel'
import { type Db, transaction } from '@/lib/platform/db'
import { countMail, type Mailer, type MailServer, sendMail } from '@/lib/platform/mail'
import { makeReset, type ResetLink } from './resets'
import type { requestResetInput } from './schemas'
import { selectUserByEmail } from './store'

const HOUR_MS = 3_600_000
const MAX_AN_ACCOUNT = 3
const MAX_A_SOURCE = 20
/** Maximum for all requests whose source is not known. */
const MAX_UNKNOWN = 200

/**
 * Sends a link for a new password to an account's address. The answer comes first and is the same for every address;
 * all work is done after it. An account gets at most three mails an hour.
 */
export async function requestReset(
  db: Db,
  clock: Clock,
  mailer: Mailer,
  { email }: z.output<typeof requestResetInput>,
  source: string | null = null,
): Promise<void> {
  const { server } = mailer
  if (server) mailer.later(() => mailReset(db, clock, server, email, source))
}

async function mailReset(
  db: Db,
  clock: Clock,
  server: MailServer,
  email: string,
  source: string | null,
): Promise<void> {
  const link = await transaction(db, async (tx) => {
    const now = clock.now()
    const limit = source === null ? MAX_UNKNOWN : MAX_A_SOURCE
    const perSource = { key: `reset from ${source ?? 'unknown'}`, most: limit, withinMs: HOUR_MS }
    const user = await selectUserByEmail(tx, email)
    const perAccount = user && { key: `reset of ${user.id}`, most: MAX_AN_ACCOUNT, withinMs: HOUR_MS }
    // A request for an unknown address also counts for its source.
    if (!(await countMail(tx, now, perAccount ? [perSource, perAccount] : [perSource]))) return null
    if (!user || user.disabledAt) return null
    return makeReset(tx, clock, { userId: user.id, way: 'mail', madeById: null })
  })
  if (!link) return
  const sent = await sendMail(server, {
    to: email,
    subject: 'Purser: set a new password',
    text: text(server, link),
  })
  if (!sent.ok) throw new Error(`A link for a new password was not sent. ${sent.problem}`)
}

const text = ({ purserUrl }: MailServer, { token }: ResetLink): string =>
  [
    `Somebody asked Purser at ${purserUrl} for a new password for the account of this address.`,
    '',
    'This link sets it. It works once, within an hour:',
    `${purserUrl}/sign-in/reset/${token.reveal()}`,
    '',
    'If it was not you, do nothing: the password stays as it is.',
  ].join('\n')
