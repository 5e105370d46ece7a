import type { HttpExchange } from './http'
import { isObject, type JsonValue } from './json'
import type { Provider } from './provider'
import { msUntilReset } from './rate-headers'
import type { RetryAfterReader } from './retry-after'
import type { Problem, ReadResult } from './types'
import { allErrorText, allParsedErrorText, parsedErrorText, upstreamErrorText } from './words'

const TO_ADMIN = 'An admin can check the API’s address and its provider.'

const MESSAGES = {
  rate_limited: 'The key was used more often than its pack allows. Nothing was charged; wait and try again.',
  key_refused: 'The API refuses this key. An admin can replace it.',
  not_allowed:
    'The API does not let this key ask for this. The account may be protected or suspended, or the key’s plan may leave it out.',
  wallet_empty: 'The key’s wallet does not cover this. An admin can top it up at your provider.',
  not_found: 'The API does not know this user or address. Check its spelling.',
  bad_request: 'The API does not accept this request. Check the user or the query.',
  cursor_refused:
    'The API does not accept the cursor of the page before any more. Cursors work for one session only: start the run again. What was bought is kept.',
  upstream_down: 'The API failed. Try again later.',
  cancelled: 'The call was cancelled.',
} as const

/** Returns the problem of an answer that does not fit the provider. `what` is a sentence. */
export const notUnderstoodProblem = (
  what: string,
  charged: Problem['charged'] = 'unknown',
  advice: string = TO_ADMIN,
): Problem => ({ kind: 'not_understood', charged, message: `${what} ${advice}` })

/** Tells where an admin can mend the provider, naming the field by its label. */
export const providerSettingHint = (label: string): string =>
  `An admin can set “${label}” under Settings, Provider, or test the provider there.`

/** Returns the problem of a status 200 whose body says that the call failed. Nothing says whether it was charged. */
export function failedInsideProblem(body: JsonValue, provider: Provider): Problem {
  const kind = tellsEmptyWallet(allParsedErrorText(body, provider), provider) ? 'wallet_empty' : 'bad_request'
  return { kind, charged: 'unknown', message: MESSAGES[kind], ...said(parsedErrorText(body, provider)) }
}

/** Returns the problem of a call that makes no sense to send. */
export const notSentProblem = (kind: 'bad_request' | 'key_refused', message: string): Problem => ({
  kind,
  charged: 'no',
  message,
})

/**
 * Adapts the problem of a later page. The first page with the same path and query was accepted, so a refusal concerns
 * the cursor, and an unknown user has gone.
 */
export function toLaterPageProblem(problem: Problem): Problem {
  if (problem.charged !== 'no') return problem
  if (problem.kind === 'not_found') return { ...problem, message: GONE }
  if (problem.kind !== 'bad_request') return problem
  return { ...problem, kind: 'cursor_refused', message: MESSAGES.cursor_refused }
}

const GONE =
  'The API delivered pages of this list and does not find it any more: the account may be gone, renamed or protected since. What was bought is kept.'

/**
 * Marks the key as refused, which only the account may decide: by a 401, or by a 403 in the API's own form. A 403 as a
 * web page or a line of text comes from something in front of the API, such as a firewall.
 */
export function toAccountProblem(
  { problem, httpStatus }: { readonly problem: Problem; readonly httpStatus: number | null },
  body: JsonValue | undefined,
  provider: Provider,
): Problem {
  if (problem.kind !== 'not_allowed') return problem
  if (httpStatus !== 401 && !isObject(body)) return { ...problem, kind: 'out_of_reach', message: NOT_THE_API }
  return { ...problem, kind: 'key_refused', message: MESSAGES.key_refused + support(provider) }
}

const NOT_THE_API =
  'The answer about the key does not come from the API itself, but from something in front of it, such as a firewall. It says nothing about the key. Try again later.'

const NEW_KEY_REFUSED =
  'The API refuses this key. Check that all of it was copied, and that the provider has not revoked it.'

/** Rewords the refusal of a key that is just being added, since there is nothing to replace yet. */
export const toNewKeyProblem = (problem: Problem): Problem => ({
  ...problem,
  message: problem.message.replace(MESSAGES.key_refused, NEW_KEY_REFUSED),
})

/** The moment at which an answer is read, and the reader for its retry-after header. */
interface Reading {
  readonly now: Date
  readonly retryAfter: Pick<RetryAfterReader, 'read'>
}

interface WholeAnswer {
  readonly status: number
  readonly headers: HttpExchange['headers']
  readonly body: string
}

/** Returns the problem of a body that cannot be read at all. */
export const notJsonProblem = (): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: notUnderstoodProblem(
    'The API’s answer is not JSON as it should be, or it nests deeper than the provider allows.',
    'unknown',
    'An admin can check the API’s address, and “Deepest answer” under Settings, Provider.',
  ),
})

/** Returns whether an exchange succeeded, so that its body holds the result. */
export const isSuccessfulExchange = ({ status, headers, body }: HttpExchange): boolean =>
  isSuccess(status) && body !== null && !isBodyEncoded(headers)

const isSuccess = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Returns the answer of a successful exchange, or its problem: by its status first, then by how it was lost. */
export function readSuccessfulAnswer(
  exchange: HttpExchange<string>,
  provider: Provider,
  reading: Reading,
): ReadResult<WholeAnswer> {
  const { status, headers, body, loss } = exchange
  if (status !== null && !isSuccess(status))
    return { ok: false, problem: refusal(status, exchange, provider, reading) }
  if (status === null || body === null) return { ok: false, problem: lost(loss ?? 'cut_off', exchange) }
  if (isBodyEncoded(headers))
    return { ok: false, problem: notUnderstoodProblem('The API compressed its answer, though asked not to.') }
  return { ok: true, value: { status, headers, body } }
}

function refusal(
  status: number,
  exchange: HttpExchange<string>,
  provider: Provider,
  { now, retryAfter }: Reading,
): Problem {
  const { headers, body } = exchange
  const readable = isBodyEncoded(headers) ? null : body
  const words = upstreamErrorText(readable, provider)
  const kind = kindOf(status, tellsEmptyWallet(allErrorText(readable, provider), provider))
  if (kind === 'redirect') {
    const what = `The API answered with a redirect (status ${status}), which Purser never follows.`
    return { ...notUnderstoodProblem(what, 'no'), ...said(words) }
  }
  const problem: Problem = {
    kind,
    charged: status < 500 ? 'no' : 'unknown',
    message: MESSAGES[kind] + moreAbout(kind, words, provider),
    ...said(words),
  }
  if (kind !== 'rate_limited') return problem
  const read = retryAfter.read(headers.get('retry-after'), now, headers.get('date'))
  const { said: unit } = read
  const ms = read.ms ?? msUntilReset(headers, provider, now)
  return { ...problem, message: [problem.message, unit ?? []].flat().join(' '), retryAfterMs: ms }
}

function moreAbout(kind: Problem['kind'], words: string | null, provider: Provider): string {
  if (kind === 'not_allowed') return support(provider)
  return kind === 'not_found' && !speaksOfUser(words) ? ` ${OR_PATH}` : ''
}

/**
 * Returns whether a 404 is about the user. Otherwise it may be about the address, which is then unknown for every
 * user.
 */
const speaksOfUser = (words: string | null): boolean =>
  words !== null && /user|account|profile|handle|screen.?name|member/i.test(words)

const OR_PATH =
  'If no user is found, the provider’s path may be wrong: an admin can set it under Settings, Provider, or test the provider there.'

/** Recognises an empty wallet, which can be filled, and so must not be confused with a permanently refused key. */
function tellsEmptyWallet(words: string, { emptyWalletWords }: Provider): boolean {
  const text = words.toLowerCase()
  return emptyWalletWords.some((telling) => text.includes(telling.toLowerCase()))
}

/** Returns whether a body is packed although the upstream was asked not to pack it. */
export const isBodyEncoded = (headers: HttpExchange['headers']): boolean =>
  !/^(identity)?$/i.test(headers.get('content-encoding') ?? '')

const support = ({ supportAddress }: Provider): string =>
  supportAddress === null ? '' : ` The API’s support: ${supportAddress}.`

/**
 * Classifies a status. Only 429 is in the interface; the others are "not shown" (section "Errors") and read as HTTP
 * defines them.
 */
function kindOf(
  status: number,
  isEmptyWallet: boolean,
): Exclude<keyof typeof MESSAGES, 'cancelled' | 'cursor_refused' | 'key_refused'> | 'redirect' {
  if (status === 429) return 'rate_limited'
  if (isEmptyWallet && (status === 400 || status === 403)) return 'wallet_empty'
  if (status === 401 || status === 403) return 'not_allowed'
  if (status === 402) return 'wallet_empty'
  if (status === 404) return 'not_found'
  if (status >= 500) return 'upstream_down'
  return status >= 400 ? 'bad_request' : 'redirect'
}

/** Meanings of the system's error codes, which are made for programs. */
const BROKE: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'nothing answers at its address'],
  [/^ENOTFOUND$/, 'its name is not known'],
  [/^EAI_/, 'its name cannot be looked up at present'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no connection was made in time'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'no network leads there'],
  [/CERT|SIGNED|UNABLE_TO_|ALTNAME/, 'its certificate is not accepted'],
  [/^(EPROTO|ERR_SSL_|ERR_TLS_)/, 'no secure connection can be made'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'the other side closed the connection'],
]

/** Returns a clause that follows a colon; empty if nothing plain can be said. */
function whyBroken(code: string | null): string {
  const [, words] = BROKE.find(([pattern]) => pattern.test(code ?? '')) ?? []
  return words === undefined ? '' : `: ${words}`
}

/** Beginning of the reason for a call that did not get to the upstream. */
export const NOT_REACHED_PREFIX = 'The API cannot be reached'

function lost(
  loss: NonNullable<HttpExchange['loss']>,
  { sent, code }: Pick<HttpExchange, 'sent' | 'code'>,
): Problem {
  const charged = sent ? 'unknown' : 'no'
  const outOfReach = (message: string): Problem => ({ kind: 'out_of_reach', charged, message })
  switch (loss) {
    case 'cancelled':
      return { kind: 'cancelled', charged, message: MESSAGES.cancelled }
    case 'too_large':
      return notUnderstoodProblem(
        'The API’s answer is larger than the provider allows.',
        charged,
        'An admin can raise “Largest answer” under Settings, Provider.',
      )
    case 'garbled':
      return notUnderstoodProblem('The API’s answer is not HTTP as it should be.', charged)
    case 'timed_out':
      return outOfReach('The API did not answer in time. Try again later.')
    case 'cut_off':
      return outOfReach(
        sent
          ? 'The connection to the API broke before its whole answer had arrived. Try again later.'
          : `${NOT_REACHED_PREFIX}${whyBroken(code)}. Nothing was sent. ${TO_ADMIN}`,
      )
  }
}

const said = (words: string | null) => (words === null ? {} : { upstreamWords: words })
