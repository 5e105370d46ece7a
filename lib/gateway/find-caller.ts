import type { Clock, Secret } from '@/lib/kernel'
import { type Caller, type Callers, createCallers } from '@/lib/keys/services'
import type { Db } from '@/lib/platform/db'
import { createTries } from '@/lib/platform/tries'
import { hashToken } from '@/lib/platform/vault'
import type { GatewayRefusal } from './answers'
import { readSentKey } from './read-headers'
import { UNKNOWN_KEY } from './refusals'
import type { GatewayRequest } from './types'

/** The sender of a request, and whether it may still call later; or why it may not. */
export type FoundCaller =
  | { readonly caller: Caller; mayCall(): Promise<boolean> }
  | { readonly refusal: GatewayRefusal }

/** Creates the look-up of a request's caller. Tries with invalid keys are limited by source. */
export function createFinder(db: Db, clock: Clock): (request: GatewayRequest) => Promise<FoundCaller> {
  const callers: Callers = createCallers(db, clock)
  const tries = createTries(clock)

  async function find(token: Secret, source: string): Promise<FoundCaller> {
    const hash = hashToken(token.reveal())
    const waitMs = await tries.waitMs(hash, source)
    if (waitMs > 0) return { refusal: { ...TOO_MANY_TRIES, retryAfterMs: waitMs } }
    const caller = await callers.find(token)
    if (caller === null) {
      await tries.wrong(hash, source)
      return { refusal: UNKNOWN_KEY }
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
