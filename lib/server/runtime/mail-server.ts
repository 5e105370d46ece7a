import type { MailServer } from '@/lib/platform/mail'
import type { Env } from '@/lib/platform/settings'

const DEFAULT_FROM = 'Purser <purser@localhost>'

/** Returns Purser's own address for links. It is never taken from a request, which may name any host. */
export const purserUrlOf = ({ NEXTAUTH_URL, PORT }: Env): string => NEXTAUTH_URL ?? `http://localhost:${PORT}`

/** Returns the mail server of the settings; null if none is set. */
export const mailServerOf = (env: Env): MailServer | null =>
  env.SMTP_URL
    ? { url: env.SMTP_URL, from: env.MAIL_FROM ?? DEFAULT_FROM, purserUrl: purserUrlOf(env) }
    : null
