import { Agent, buildConnector, request } from 'undici'
import { DAY_MS } from '@/lib/platform/calendar'
import { AddressRefused, guarded, type ResolveOptions } from '@/lib/platform/network'
import type { SendResult } from './types'

const TIME_LIMIT_MS = 10_000
const MAX_BYTES = 65_536
const MAX_WORDS_LENGTH = 200
/** Maximum wait, whatever the receiver asks for: after a day its message is old. */
export const MAX_WAIT_MS = DAY_MS

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
  const agent = new Agent({ connect: guarded(buildConnector({}), options), pipelining: 0 })
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Purser', ...headers },
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeLimitMs),
    })
    const words = await readWords(answer.body)
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

function judge(status: number, words: string, retryAfter: string | string[] | undefined): SendResult {
  if (status >= 200 && status < 300) return { ok: true }
  const said = words === '' ? '' : ` It said: ${words}`
  if (status >= 300 && status < 400)
    return {
      ok: false,
      problem: `The address answered with a redirect (${status}), which is not followed. Enter the address it leads to.`,
      mayTryAgain: false,
    }
  const seconds = Number(retryAfter)
  return {
    ok: false,
    problem: `The address answered ${status}.${said}`,
    mayTryAgain: status === 408 || status === 429 || status >= 500,
    ...(seconds > 0 && { retryAfterMs: Math.min(seconds * 1000, MAX_WAIT_MS) }),
  }
}

function failure(error: unknown, timeLimitMs: number): SendResult {
  if (error instanceof AddressRefused) return { ok: false, problem: error.message, mayTryAgain: false }
  if (error instanceof Error && error.name === 'TimeoutError')
    return {
      ok: false,
      problem: `The address did not answer within ${timeLimitMs / 1000} s.`,
      mayTryAgain: true,
    }
  const why = error instanceof Error ? error.message : String(error)
  return { ok: false, problem: `The address could not be reached: ${why}`, mayTryAgain: true }
}
