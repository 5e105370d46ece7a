import { createTransport } from 'nodemailer'
import { redactText } from '@/lib/platform/audit'

const TIME_LIMIT_MS = 10_000
const MAX_WORDS = 200

/** The mail server, as set by the person who runs Purser. */
export interface MailServer {
  /** smtp:// or smtps://, with user and password if it needs them. */
  readonly url: string
  readonly from: string
  /** Purser's own address, which each mail names and links begin with. Never taken from a request. */
  readonly purserUrl: string
}

export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** The result of one try. */
export type MailResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly mayTryAgain: boolean }

/**
 * Tries once to send a mail to one address. The person who runs Purser chose the mail server, so its address needs no
 * checks, unlike those of teams. Never throws.
 */
export async function sendMail(
  server: MailServer,
  mail: Mail,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<MailResult> {
  const url = new URL(server.url)
  const { hostname, port, protocol, username, password } = url
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    requireTLS: requiresTls(url),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: timeLimitMs,
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { to, subject, text, html } = mail
  try {
    await transport.sendMail({
      from: server.from,
      to: { name: '', address: to },
      subject: subject.replace(/\s+/g, ' '),
      text,
      ...(html !== undefined && { html }),
    })
    return { ok: true }
  } catch (error) {
    return failure(error)
  } finally {
    transport.close()
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/

/**
 * Returns whether TLS is required: a password goes over the network only with TLS, unless the address says otherwise:
 * `?requireTLS=false`.
 */
export function requiresTls({ protocol, hostname, username, searchParams }: URL): boolean {
  const said = searchParams.get('requireTLS')
  if (protocol === 'smtps:' || said !== null) return said === 'true'
  return username !== '' && !LOOPBACK.test(hostname)
}

/**
 * Reports a failure. A server may quote the link that it takes for spam, and who sees the failure is not always its
 * reader.
 */
function failure(error: unknown): MailResult {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const why = error instanceof Error ? error.message : String(error)
  return {
    ok: false,
    problem: `The mail server refused it: ${redactText(why.replace(/\s+/g, ' ').replace(/\p{C}/gu, ''), MAX_WORDS)}`,
    mayTryAgain: status < 500,
  }
}

/** The web process's way to send mail. */
export interface Mailer {
  /** Null if no mail server is set. */
  readonly server: MailServer | null
  /** Does work after the answer, so that the answer's time reveals nothing of it. Logs a failure. */
  later(work: () => Promise<void>): void
  /** Resolves when no work is left. */
  settled(): Promise<void>
}

export function createMailer(server: MailServer | null, onError: (error: unknown) => void): Mailer {
  const underWay = new Set<Promise<void>>()
  return {
    server,
    later(work) {
      const done = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch(onError)
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/**
 * Removes from a name, for a mail to an unconfirmed address, the characters of which links and addresses are made, so
 * that it cannot send the reader elsewhere.
 */
export const sanitiseNameForMail = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N}\p{M} '’&,()+-]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 60)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes a text for the HTML of a mail. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
