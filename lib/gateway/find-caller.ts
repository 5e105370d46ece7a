import { createHash } from 'node:crypto'
import { type Clock, Secret } from '@/lib/kernel'
import { createGatewayCallerLookup, type GatewayCaller, type GatewayCallerLookup } from '@/lib/keys/services'
import type { Db } from '@/lib/platform/db'
import { createTokenTryLimiter } from '@/lib/platform/tries'
import { hashToken } from '@/lib/platform/vault'
import { type GatewayRefusal, UNKNOWN_KEY_REFUSAL } from './answers'
import type { GatewayRequest, RequestHeaders } from './types'

/** The sender of a request, and whether it may still call later; or why it may not. */
export type FoundCaller =
  | { readonly caller: GatewayCaller; mayCall(): Promise<boolean> }
  | { readonly refusal: GatewayRefusal }

/** Creates the look-up of a request's caller. Tries with invalid keys are limited by source. */
export function createCallerFinder(db: Db, clock: Clock): (request: GatewayRequest) => Promise<FoundCaller> {
  const callers: GatewayCallerLookup = createGatewayCallerLookup(db, clock)
  const tries = createTokenTryLimiter(clock)

  async function find(token: Secret, source: string): Promise<FoundCaller> {
    const hash = hashToken(token.reveal())
    const waitMs = await tries.waitMs(hash, source)
    if (waitMs > 0) return { refusal: { ...TOO_MANY_TRIES, retryAfterMs: waitMs } }
    const caller = await callers.find(token)
    if (caller === null) {
      await tries.wrong(hash, source)
      return { refusal: UNKNOWN_KEY_REFUSAL }
    }
    tries.right(hash)
    // Only for display, so no call fails because of it.
    callers.touch(caller).catch(() => undefined)
    return { caller, mayCall: async () => (await callers.find(token)) !== null }
  }

  return (request) => {
    const sent = readSentKey(request.headers)
    if (sent === 'none') return Promise.resolve({ refusal: NO_KEY })
    return sent === 'many' ? Promise.resolve({ refusal: MANY_KEYS }) : find(sent, request.source)
  }
}

const NO_KEY: GatewayRefusal = {
  status: 401,
  problem: 'unknown_key',
  message: 'Send the gateway key in the header x-api-key, or in Authorization: Bearer.',
}

const MANY_KEYS: GatewayRefusal = {
  status: 401,
  problem: 'unknown_key',
  message: 'The headers x-api-key and Authorization hold different keys. Send one.',
}

const TOO_MANY_TRIES: GatewayRefusal = {
  status: 429,
  problem: 'too_many_tries',
  message: 'Too many keys from this address were none of this Purser. Check the key, wait, and try again.',
}

/** The key that a caller sends; `none`, or `many` if two headers name different ones. */
export type SentKey = Secret | 'none' | 'many'

const BEARER = /^bearer +(\S+)$/i

/**
 * Reads the gateway key from `x-api-key` or `Authorization: Bearer`. Anything other than a bearer key is ignored: a
 * proxy may pass on its own `Authorization: Basic`, and libraries send a header without a value.
 */
export function readSentKey(headers: RequestHeaders): SentKey {
  const bearers = (headers.authorization ?? []).flatMap((text) => BEARER.exec(text.trim())?.[1] ?? [])
  const keys = (headers['x-api-key'] ?? []).map((text) => text.trim()).filter((text) => text !== '')
  const [first, ...others] = new Set([...keys, ...bearers])
  if (others.length > 0) return 'many'
  return first ? new Secret(first) : 'none'
}

/** The caller's preferences besides the page itself. */
export interface CallerPreferences {
  /** Maximum wait for the key's slot, in milliseconds. */
  readonly waitMs: number
  /** Maximum age of an answer to be used again, in milliseconds; null: it must be bought. */
  readonly maxAgeMs: number | null
  /** The caller's own name for the request: one name is not bought twice. */
  readonly requestId: string | null
}

const USUAL_WAIT_MS = 10_000
const MAX_WAIT_MS = 60_000
/** Minimum wait: a call that may not wait at all still has the time that its attempt on the ledger takes. */
const MIN_WAIT_MS = 250
const MAX_ID_LENGTH = 200

/**
 * Reads `Prefer: wait` (RFC 7240), `Cache-Control: max-age`, and the request's id. An `Idempotency-Key` names one
 * request, whatever it asks for. An `X-Request-Id` may be shared by all calls of a job, so it names each of their
 * targets.
 */
export function readCallerPreferences(headers: RequestHeaders, target: string): CallerPreferences {
  const wait = directive(headers.prefer, 'wait')
  const maxAge = directive(headers['cache-control'], 'max-age')
  const idempotencyKey = idOf(headers['idempotency-key'])
  const jobId = idOf(headers['x-request-id'])
  return {
    waitMs: wait === null ? USUAL_WAIT_MS : Math.min(Math.max(wait * 1000, MIN_WAIT_MS), MAX_WAIT_MS),
    maxAgeMs: maxAge === null || maxAge === 0 ? null : maxAge * 1000,
    requestId: idempotencyKey === null ? jobId && `job ${jobId} ${target}` : `key ${idempotencyKey}`,
  }
}

/** Returns the whole number that a directive states; null if there is none. */
function directive(values: readonly string[] | undefined, name: string): number | null {
  for (const part of (values ?? []).join(',').split(/[,;]/)) {
    const [left = '', right = ''] = part.split('=')
    if (left.trim().toLowerCase() !== name) continue
    const text = right.trim().replace(/^"(.*)"$/, '$1')
    return /^\d{1,9}$/.test(text) ? Number(text) : null
  }
  return null
}

/** Returns the id; a long one is hashed, because without an id a repeat would buy again. */
const idOf = (values: readonly string[] | undefined): string | null => {
  const id = (values ?? []).join(', ')
  if (id === '') return null
  return id.length > MAX_ID_LENGTH ? createHash('sha256').update(id).digest('base64url') : id
}
