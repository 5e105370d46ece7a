import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { Agent, buildConnector, request } from 'undici'
import { DAY_MS } from '@/lib/platform/calendar'
import { AddressRefusedError, guardConnector, type ResolveOptions } from '@/lib/platform/network'
import { withholdKeyInText } from '@/lib/upstream/client'
import { type ChannelMessage, type SendResult, titleWithState } from './types'

const MAX_TEXT_LENGTH = 2900

/** Formats a message for an incoming webhook of Slack and similar services. */
export function toSlackBody(message: ChannelMessage): string {
  const title = forSlack(titleWithState(message))
  const detail = cut(forSlack(message.detail))
  const footer = forSlack(`${message.teamName} · Purser`)
  const link = message.url === null ? '' : `\n<${message.url}|Open in Purser>`
  return JSON.stringify({
    text: `${title}\n${detail}`,
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: `*${title}*\n${detail}${link}` } },
      { type: 'context', elements: [{ type: 'mrkdwn', text: footer }] },
    ],
  })
}

/** Escapes the three characters that have a meaning for Slack. */
const forSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const cut = (text: string): string =>
  text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text

const SECRET_BYTES = 32

/** Returns a new secret for a signed webhook, to be shown once. */
export const makeWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

/**
 * Returns the body and headers of a signed webhook as defined by Standard Webhooks; `id` stays the same at each try.
 */
export function toSignedWebhook(
  message: ChannelMessage,
  secret: string,
  id: string,
  at: Date,
): { body: string; headers: Record<string, string> } {
  const { event, kind, title, detail, teamName, url, data } = message
  const isAlert = event === 'fired' || event === 'recovered'
  const body = JSON.stringify({
    id,
    type: isAlert ? `alert.${event}` : event,
    timestamp: message.at.toISOString(),
    data: { kind, title, detail, team: teamName, url, ...data },
  })
  return {
    body,
    headers: {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, at, body),
    },
  }
}

const TIME_LIMIT_MS = 10_000
const MAX_BYTES = 65_536
const MAX_WORDS_LENGTH = 200
/** Maximum wait, whatever the receiver asks for: after a day its message is old. */
export const MAX_RETRY_AFTER_MS = DAY_MS

export interface PostOptions extends ResolveOptions {
  readonly timeLimitMs?: number
}

/**
 * Posts a JSON text once. The host is looked up at connect time, and only a checked address is used. Follows no
 * redirect and takes at most ten seconds.
 */
export async function postJson(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  options: PostOptions,
): Promise<SendResult> {
  const { timeLimitMs = TIME_LIMIT_MS } = options
  const agent = new Agent({ connect: guardConnector(buildConnector({}), options), pipelining: 0 })
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Purser', ...headers },
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeLimitMs),
    })
    const words = withoutAddress(await readWords(answer.body), new URL(url))
    return judge(answer.statusCode, words, answer.headers['retry-after'])
  } catch (error) {
    return failure(error, timeLimitMs)
  } finally {
    await agent.destroy()
  }
}

async function readWords(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > MAX_BYTES) break
  }
  // Control characters are removed: PostgreSQL stores no NUL, and a receiver's words must not keep its message from
  // ending.
  const text = Buffer.concat(chunks).toString().replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
  const signs = Array.from(text)
  return signs.length > MAX_WORDS_LENGTH ? `${signs.slice(0, MAX_WORDS_LENGTH).join('')}…` : text
}

/**
 * Withholds words that repeat the address, as in “Cannot POST /hooks/…”: it may itself be a secret, and is stored sealed
 * while words are stored in clear.
 */
const withoutAddress = (words: string, { pathname, search }: URL): string =>
  withholdKeyInText(words, pathname + search) === words ? words : '[withheld: contains the address]'

function judge(status: number, words: string, retryAfter: string | string[] | undefined): SendResult {
  if (status >= 200 && status < 300) return { ok: true }
  const responseText = words === '' ? '' : ` It said: ${words}`
  if (status >= 300 && status < 400)
    return {
      ok: false,
      problem: `The address answered with a redirect (${status}), which is not followed. Enter the address it leads to.`,
      mayTryAgain: false,
    }
  const seconds = Number(retryAfter)
  return {
    ok: false,
    problem: `The address answered ${status}.${responseText}`,
    mayTryAgain: status === 408 || status === 429 || status >= 500,
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds * 1000, MAX_RETRY_AFTER_MS) }),
  }
}

function failure(error: unknown, timeLimitMs: number): SendResult {
  if (error instanceof AddressRefusedError) return { ok: false, problem: error.message, mayTryAgain: false }
  if (error instanceof Error && error.name === 'TimeoutError')
    return {
      ok: false,
      problem: `The address did not answer within ${timeLimitMs / 1000} s.`,
      mayTryAgain: true,
    }
  return { ok: false, problem: describeUnreachable(error), mayTryAgain: true }
}

/** Says why no connection came about, by the system's code; in the system's own words if nobody knows it. */
export function describeUnreachable(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error)
  const { code, hostname } = Object.assign({ code: '', hostname: '' }, error)
  const host = hostname ? `The host ${hostname}` : 'The host'
  if (code === 'ENOTFOUND') return `${host} was not found.`
  const reasons: Readonly<Record<string, string>> = {
    EAI_AGAIN: `${host} could not be looked up: the name server did not answer.`,
    ECONNREFUSED: 'The address refused the connection: nothing answers at its port.',
    ECONNRESET: 'The address closed the connection without an answer.',
    UND_ERR_SOCKET: 'The address closed the connection without an answer.',
    ETIMEDOUT: 'The address did not answer in time.',
    UND_ERR_CONNECT_TIMEOUT: 'The address did not answer in time.',
    EHOSTUNREACH: 'No route leads to the address.',
    ENETUNREACH: 'No route leads to the address.',
    CERT_HAS_EXPIRED: 'The certificate of the address has expired.',
    DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the address is not trusted.',
    SELF_SIGNED_CERT_IN_CHAIN: 'The certificate of the address is not trusted.',
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate of the address is not trusted.',
    ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  }
  return reasons[code] ?? `The address could not be reached: ${why}`
}
