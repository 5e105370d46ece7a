import type { Provider, RelayedAnswer } from '@/lib/upstream/client'
import type { GatewayAnswer } from './types'

/** The reason why the gateway itself refuses, as the header `purser-problem` names it. */
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
 * Builds an answer of Purser's own in the upstream's form of errors, as far as the provider states it
 * (upstream-interface, Errors: "not shown"), so that clients read it as they read the upstream's.
 */
export function refusalIn(
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
 * upstream; those that lead elsewhere, where a client that follows would show its gateway key; and our own.
 */
const KEPT_BACK =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|set-cookie2?|location|refresh|alt-svc|strict-transport-security|purser-.*)$/

/** Passes on the upstream's own answer. A header says if texts were withheld because they held the key. */
export function passedOn(
  received: RelayedAnswer,
  charge: GatewayAnswer['charge'],
  more: Readonly<Record<string, string>> = {},
): GatewayAnswer {
  const passed = [...received.headers].filter(([name]) => !KEPT_BACK.test(name))
  const withheld = received.heldKey ? { 'purser-withheld': 'key' } : {}
  return {
    status: received.httpStatus,
    headers: { ...Object.fromEntries(passed), ...withheld, ...more },
    body: received.body,
    charge,
  }
}
