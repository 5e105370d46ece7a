import type { PageProblem } from '@/lib/collect/runs'
import type { GatewayCaller } from '@/lib/keys/services'
import type { Provider, RelayedAnswer } from '@/lib/upstream/client'
import type { GatewayAnswer } from './types'
import type { WaitEndReason } from './waiting-room'

/** Why the gateway itself refuses, as the header `purser-problem` names it. */
export type GatewayProblem =
  | 'unknown_key'
  | 'too_many_tries'
  | 'bad_request'
  | 'not_found'
  | 'method_not_allowed'
  | 'budget_stopped'
  | 'wallet_empty'
  | 'too_busy'
  | 'key_unusable'
  | 'upstream_lost'
  | 'repeat_differs'
  | 'repeat_gone'
  | 'unavailable'

export interface GatewayRefusal {
  readonly status: number
  readonly problem: GatewayProblem
  /** Says what happened and what to do. */
  readonly message: string
  readonly retryAfterMs?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly charge?: GatewayAnswer['charge']
}

/** The form of the upstream's errors, as far as the provider knows it. */
export type ErrorForm = Pick<Provider, 'errorFields' | 'retryAfterUnit'>

/** Header that distinguishes Purser's own answers from the upstream's. */
const PROBLEM_HEADER = 'purser-problem'

/**
 * Builds an answer of Purser's own in the upstream's form of errors, as far as the provider states it, so that
 * clients read it as they read the upstream's.
 */
export function buildRefusal(
  provider: ErrorForm,
  { status, problem, message, retryAfterMs, headers = {}, charge = 'none' }: GatewayRefusal,
): GatewayAnswer {
  const [field = 'message'] = provider.errorFields
  const body = field.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), message)
  const wait = retryAfterMs === undefined ? {} : { 'retry-after': retryAfter(provider, retryAfterMs) }
  const own = { 'content-type': 'application/json', 'cache-control': 'no-store', [PROBLEM_HEADER]: problem }
  return {
    status,
    headers: { ...own, ...wait, ...headers },
    body: Buffer.from(JSON.stringify(body)),
    charge,
  }
}

const retryAfter = ({ retryAfterUnit }: ErrorForm, ms: number): string =>
  String(Math.max(1, Math.ceil(retryAfterUnit === 'milliseconds' ? ms : ms / 1000)))

/**
 * Builds a JSON answer of Purser's own. The text is given, because amounts have more digits than floating point can
 * hold.
 */
export const jsonAnswer = (text: string): GatewayAnswer => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: Buffer.from(text),
  charge: 'none',
})

/**
 * Headers that are not passed on: those of one connection, of a body as it travelled, or of a session with the
 * upstream; those that redirect, because a client that follows would reveal its gateway key; those that a proxy or a
 * CDN in front of Purser would obey; and our own.
 */
const KEPT_BACK =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|set-cookie2?|location|refresh|alt-svc|strict-transport-security|x-accel-.*|x-sendfile.*|surrogate-.*|(.*-)?cdn-cache-control|purser-.*)$/

/**
 * Returns the directives for caches, for the caller alone: a cache that several share does not know that `x-api-key`
 * identifies a caller, and would give the answer to anybody who names its address.
 */
function privateCacheControl(given: string): string {
  const directives = given.split(',').map((each) => each.trim())
  const kept = directives.filter(
    (each) => /^[a-z-]+(=\d+)?$/i.test(each) && !/^(public|private|s-maxage)/i.test(each),
  )
  return ['private', ...kept].join(', ')
}

/** Passes on the upstream's own answer. A header says if texts were withheld because they held the key. */
export function relayAnswer(
  received: RelayedAnswer,
  charge: GatewayAnswer['charge'],
  more: Readonly<Record<string, string>> = {},
): GatewayAnswer {
  const passed = [...received.headers].filter(([name]) => !KEPT_BACK.test(name))
  const withheld = received.heldKey ? { 'purser-withheld': 'key' } : {}
  return {
    status: received.httpStatus,
    headers: {
      ...Object.fromEntries(passed),
      'cache-control': privateCacheControl(received.headers.get('cache-control') ?? ''),
      ...withheld,
      ...more,
    },
    body: received.body,
    charge,
  }
}

/** Tells the caller why an upstream key cannot be used. */
export function unusableKeyRefusal({
  kind,
  message,
}: Extract<GatewayCaller['key'], { kind: string }>): GatewayRefusal {
  const isPaused = kind === 'wallet_paused'
  return {
    status: isPaused ? 503 : 403,
    problem: 'key_unusable',
    message,
    ...(isPaused && { retryAfterMs: PAUSE_MS }),
  }
}

export const waitRefusal = (why: WaitEndReason, retryAfterMs: number): GatewayRefusal =>
  OF_WAIT[why](retryAfterMs)

export const TOO_BUSY_MESSAGE =
  'More calls wait for this key than can leave in time. Nothing was charged; try again later.'

const OF_WAIT: Readonly<Record<WaitEndReason, (retryAfterMs: number) => GatewayRefusal>> = {
  late: (retryAfterMs) => ({
    status: 429,
    problem: 'too_busy',
    message:
      'The call waited for its key as long as it may and was not sent. Nothing was charged; try again later, or wait longer with Prefer: wait.',
    retryAfterMs,
  }),
  revoked: () => UNKNOWN_KEY_REFUSAL,
  // Nobody reads this answer.
  gone: (retryAfterMs) => ({ status: 503, problem: 'too_busy', message: TOO_BUSY_MESSAGE, retryAfterMs }),
}

export const UNKNOWN_KEY_REFUSAL: GatewayRefusal = {
  status: 401,
  problem: 'unknown_key',
  message:
    'This is not a gateway key of this Purser, or it was revoked or has expired. Ask an admin of your team for one.',
}

const PAUSE_MS = 30_000
const SOON_MS = 2000

/** Tells why a page did not come, if the upstream itself has not answered. */
export function problemRefusal({ kind, charged, message }: PageProblem): GatewayRefusal {
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

/** Refuses because something in Purser is not working right now. */
export const unavailableRefusal = (message: string): GatewayRefusal => ({
  status: 503,
  problem: 'unavailable',
  message,
  retryAfterMs: SOON_MS,
})

/** The refusal of a call that was charged, which a repeat must not send again. */
export const LOST_CALL_REFUSAL: GatewayRefusal = {
  status: 502,
  problem: 'upstream_lost',
  message: 'The page arrived and was charged, but Purser could not read it to pass it on.',
  charge: 'unknown',
}
