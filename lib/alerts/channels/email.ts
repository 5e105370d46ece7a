import { createTransport } from 'nodemailer'
import { headline, type Message, type SendResult } from './types'

const TIME_LIMIT_MS = 10_000

/** The mail server, as set by the person who runs Purser. */
export interface MailServer {
  /** smtp:// or smtps://, with user and password if it needs them. */
  readonly url: string
  readonly from: string
}

/**
 * Sends a message to one address. The person who runs Purser chose the mail server, so its address needs no checks,
 * unlike those of teams.
 */
export async function sendEmail(
  server: MailServer,
  to: string,
  message: Message,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<SendResult> {
  const { hostname, port, protocol, username, password } = new URL(server.url)
  const isSecure = protocol === 'smtps:'
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (isSecure ? 465 : 587),
    secure: isSecure,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: timeLimitMs,
    greetingTimeout: timeLimitMs,
    socketTimeout: timeLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: server.from,
      to: { name: '', address: to },
      subject: `[${message.teamName}] ${headline(message)}`.replace(/\s+/g, ' '),
      text: toText(message),
      html: toHtml(message),
    })
    return { ok: true }
  } catch (error) {
    return failure(error)
  } finally {
    transport.close()
  }
}

function failure(error: unknown): SendResult {
  const status = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  const why = error instanceof Error ? error.message : String(error)
  return {
    ok: false,
    problem: `The mail server refused it: ${why.replace(/\s+/g, ' ').slice(0, 200)}`,
    mayTryAgain: status < 500,
  }
}

function toText(message: Message): string {
  const { detail, teamName, url } = message
  const link = url === null ? [] : ['', url]
  return [headline(message), '', detail, ...link, '', `${teamName} · Purser`].join('\n')
}

function toHtml(message: Message): string {
  const { detail, teamName, url } = message
  const link = url === null ? '' : `<p><a href="${inHtml(url)}">Open in Purser</a></p>`
  return `<p><strong>${inHtml(headline(message))}</strong></p><p>${inHtml(detail)}</p>${link}<p>${inHtml(teamName)} · Purser</p>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const inHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
