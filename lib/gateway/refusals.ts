import type { PageProblem } from '@/lib/collect/runs'
import type { Caller } from '@/lib/keys/services'
import type { GatewayRefusal } from './answers'
import type { WhyStopped } from './stop-waiting'

/** Tells the caller why an upstream key cannot be used. */
export function ofUnusableKey({ kind, message }: Extract<Caller['key'], { kind: string }>): GatewayRefusal {
  const isPaused = kind === 'wallet_paused'
  return {
    status: isPaused ? 503 : 403,
    problem: 'key_unusable',
    message,
    ...(isPaused && { retryAfterMs: PAUSE_MS }),
  }
}

export const ofWait = (why: WhyStopped, retryAfterMs: number): GatewayRefusal => OF_WAIT[why](retryAfterMs)

export const TOO_BUSY =
  'More calls wait for this key than can leave in time. Nothing was charged; try again later.'

const OF_WAIT: Readonly<Record<WhyStopped, (retryAfterMs: number) => GatewayRefusal>> = {
  late: (retryAfterMs) => ({
    status: 429,
    problem: 'too_busy',
    message:
      'The call waited for its key as long as it may and was not sent. Nothing was charged; try again later, or wait longer with Prefer: wait.',
    retryAfterMs,
  }),
  revoked: () => UNKNOWN_KEY,
  // Nobody reads this answer.
  gone: (retryAfterMs) => ({ status: 503, problem: 'too_busy', message: TOO_BUSY, retryAfterMs }),
}

export const UNKNOWN_KEY: GatewayRefusal = {
  status: 401,
  problem: 'unknown_key',
  message:
    'This is no gateway key of this Purser, or it was revoked or has expired. Ask an admin of your team for one.',
}

const PAUSE_MS = 30_000
const SOON_MS = 2000

/** Tells why a page did not come, if the upstream itself has not answered. */
export function ofProblem({ kind, charged, message }: PageProblem): GatewayRefusal {
  switch (kind) {
    case 'budget_stopped':
      return { status: 402, problem: 'budget_stopped', message }
    case 'wallet_empty':
      return { status: 402, problem: 'wallet_empty', message }
    case 'key_disabled':
    case 'key_refused':
      return { status: 403, problem: 'key_unusable', message }
    case 'wallet_paused':
      return { status: 503, problem: 'key_unusable', message, retryAfterMs: PAUSE_MS }
    case 'stopping':
      return { status: 503, problem: 'unavailable', message, retryAfterMs: SOON_MS }
    default:
      return { status: 502, problem: 'upstream_lost', message, charge: charged === 'no' ? 'none' : 'unknown' }
  }
}

/** Refuses because something of Purser's own does not work at present. */
export const unavailable = (message: string): GatewayRefusal => ({
  status: 503,
  problem: 'unavailable',
  message,
  retryAfterMs: SOON_MS,
})

/** The refusal of a call that was charged, which a repeat must not send again. */
export const LOST_WITHIN: GatewayRefusal = {
  status: 502,
  problem: 'upstream_lost',
  message: 'The page arrived and was charged, but Purser could not read it to pass it on.',
  charge: 'unknown',
}
