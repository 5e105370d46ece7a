import { createHash } from 'node:crypto'
import { Secret } from '@/lib/kernel'
import type { RequestHeaders } from './types'

/** The key that a caller sends; `none`, or `many` if two headers name different ones. */
export type SentKey = Secret | 'none' | 'many'

const BEARER = /^bearer +(\S+)$/i

/**
 * Reads the gateway key from `x-api-key` or `Authorization: Bearer` (upstream-interface, Authentication). Anything
 * other than a bearer key is ignored: a proxy may pass on its own `Authorization: Basic`, and libraries send a header
 * without a value.
 */
export function readSentKey(headers: RequestHeaders): SentKey {
  const bearers = (headers.authorization ?? []).flatMap((text) => BEARER.exec(text.trim())?.[1] ?? [])
  const keys = (headers['x-api-key'] ?? []).map((text) => text.trim()).filter((text) => text !== '')
  const [first, ...others] = new Set([...keys, ...bearers])
  if (others.length > 0) return 'many'
  return first ? new Secret(first) : 'none'
}

/** The caller's preferences besides the page itself. */
export interface Wishes {
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
export function readWishes(headers: RequestHeaders, target: string): Wishes {
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
