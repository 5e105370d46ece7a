import { type Clock, OPERATION_NAMES, type Secret } from '@/lib/kernel'
import { lookupPath, pagePath, readBaseUrl } from './address'
import { wrapPage } from './digest-page'
import { reportsFailure } from './failure-inside'
import { readFurtherAnswer } from './further-path'
import {
  createAgent,
  type Headers,
  type HttpExchange,
  sendGetRequest,
  type UpstreamSendOptions,
} from './http'
import { firstText, type JsonValue } from './json'
import { isSendableKey } from './key-format'
import { readKeyInfoObject } from './key-info'
import { NO_ITEMS, readPage, reportedCharge } from './page'
import type { PageReader } from './page-reader'
import {
  failedInsideProblem,
  isBodyEncoded,
  notJsonProblem,
  notSentProblem,
  notUnderstoodProblem,
  readSuccessfulAnswer,
  toAccountProblem,
  toLaterPageProblem,
} from './problems'
import type { Provider } from './provider'
import { readRateHeaders, readServiceTime } from './rate-headers'
import { withholdKeyInProblem } from './refused'
import { createRetryAfterReader, type RetryAfterReader } from './retry-after'
import { isSearchableText, withholdKeyInAnswer } from './secrecy/withhold-key'
import { createSuccessReader, type TimedExchange } from './success-reader'
import type {
  Answer,
  FurtherRequest,
  InspectedAnswer,
  KeyInfo,
  Page,
  PageOutline,
  PageRequest,
  Problem,
  RawAnswer,
  ReadResult,
  RelayedRequest,
  RelayOutcome,
  Upstream,
  UserInfo,
} from './types'

export interface UpstreamOptions {
  readonly baseUrl: string
  readonly provider: Provider
  readonly clock: Clock
  /** Reads pages whose items are only stored. Without it, this thread reads all pages. */
  readonly reader?: PageReader | undefined
  /** True if only addresses of the public internet may be called. */
  readonly isPublicOnly?: boolean
}

/** States whether an answer repeated the key that it was asked with. */
interface HeldKey {
  readonly heldKey: boolean
}

type Read<T> = (body: JsonValue, headers: Headers, httpStatus: number) => ReadResult<T>

/**
 * Creates the client of the upstream, the only way by which Purser calls out. Every request is a GET with the key in a
 * header. Throws `invalid` if the base address cannot be used.
 */
export function createUpstream({
  baseUrl,
  provider,
  clock,
  reader,
  isPublicOnly = false,
}: UpstreamOptions): Upstream {
  const { origin, prefix } = readBaseUrl(baseUrl)
  const agent = createAgent(provider.limits, isPublicOnly)
  const success = createSuccessReader(reader, provider, clock)
  const retryAfter = createRetryAfterReader({
    unit: provider.retryAfterUnit,
    windowMs: maxWindowMs(provider),
  })
  /** Values are compared per key, because each key has its own limit. */
  const retryAfterOf = (key: string): Pick<RetryAfterReader, 'read'> => ({
    read: (header, now, date) => retryAfter.read(header, now, date, key),
  })
  let closing: Promise<void> | undefined

  /** Sends the request. Returns null if the key cannot stand in a header. */
  async function travel(
    key: string,
    path: string,
    options?: UpstreamSendOptions,
  ): Promise<TimedExchange | null> {
    if (!isSendableKey(key)) return null
    const target = { origin, path: `${prefix}${path}`, headers: headersFor(key, provider) }
    const startedAt = clock.monotonic()
    const received = await sendGetRequest(agent, target, provider.limits, options)
    if (received.status !== null && received.status !== 429) retryAfter.answered(clock.now(), key)
    return { received, latencyMs: clock.monotonic() - startedAt }
  }

  function inspect<T>(
    key: string,
    travelled: TimedExchange | null,
    read: Read<T>,
  ): InspectedAnswer<T> & HeldKey {
    if (!travelled) return { ...unsent(NOT_A_KEY), heldKey: false }
    const { received, latencyMs } = travelled
    // If the upstream repeats the key, it gets no further than this function. The body as it arrived only decides
    // what became of the call; what is shown or stored is read from the body without the key.
    const { text, json, clean, heldKey } = withholdKeyInAnswer(received, key, provider)
    const told = { seen: seenIn(clean.exchange, clean.json), heldKey }
    const now = clock.now()
    const whole = readSuccessfulAnswer({ ...clean.exchange, body: text }, provider, {
      now,
      retryAfter: retryAfterOf(key),
    })
    const rate = readRateHeaders(received.headers, provider, now)
    const date = readServiceTime(received.headers, now)
    const travel = { latencyMs, ...(rate && { rate }), ...(date && { servedAt: date }) }
    if (!whole.ok)
      return {
        answer: { ...withholdKeyInProblem(whole.problem, key), httpStatus: received.status, ...travel },
        ...told,
      }
    const { status: httpStatus, headers } = whole.value
    const readIn = (body: JsonValue | undefined): ReadResult<T> =>
      body === undefined && httpStatus !== 204 ? notJsonProblem() : read(body ?? null, headers, httpStatus)
    const reading = readIn(json)
    const shown = reading.ok && heldKey ? readIn(clean.json) : reading
    const result = shown.ok ? shown : withholdKeyInProblem(shown.problem, key)
    return { answer: { ...result, httpStatus, ...travel }, ...told }
  }

  const readAs =
    (asked: Pick<PageRequest, 'operation' | 'count'>): Read<Page> =>
    (body, headers, httpStatus) => {
      if (httpStatus === 204) return { ok: true, value: wrapPage(NO_ITEMS) }
      const reading = readPage(body, headers, asked, provider)
      return reading.ok ? { ok: true, value: wrapPage(reading.value) } : reading
    }

  async function inspectKeyInfo(
    secret: Secret,
    options?: UpstreamSendOptions,
  ): Promise<InspectedAnswer<KeyInfo>> {
    if (provider.account === null) return unsent(NO_ACCOUNT)
    const key = secret.reveal()
    const read: Read<KeyInfo> = (body) => readKeyInfoObject(body, provider)
    const inspected = inspect(key, await travel(key, provider.account.path, options), read)
    const { answer, seen } = inspected
    if (answer.ok) return inspected
    return { answer: { ...answer, problem: toAccountProblem(answer, seen?.body, provider) }, seen }
  }

  async function lookUpUser(
    secret: Secret,
    handle: string,
    options?: UpstreamSendOptions,
  ): Promise<Answer<UserInfo>> {
    const path = lookupPath(handle, provider)
    if (path === null) return unsent(NO_LOOKUP).answer
    const key = secret.reveal()
    const read: Read<UserInfo> = (body, headers) => {
      const id = firstText(body, provider.lookup?.id ?? [])
      if (id !== null && /^[\w-]{1,100}$/.test(id))
        return { ok: true, value: { id, reportedChargeNano: reportedCharge(body, headers, provider) } }
      return reportsFailure(body, false)
        ? { ok: false, problem: failedInsideProblem(body, provider) }
        : { ok: false, problem: notUnderstoodProblem('The API’s answer about the user holds no id.') }
    }
    return inspect(key, await travel(key, path, options), read).answer
  }

  async function inspectPage(
    secret: Secret,
    request: PageRequest,
    options?: UpstreamSendOptions,
  ): Promise<InspectedAnswer<Page>> {
    const path = pagePath(request, provider)
    if (!path.ok) return unsent(path.problem)
    const key = secret.reveal()
    return told(request, inspect(key, await travel(key, path.value, options), readAs(request)))
  }

  async function relayPage(
    secret: Secret,
    request: RelayedRequest,
    options?: UpstreamSendOptions,
  ): Promise<RelayOutcome> {
    const key = secret.reveal()
    const travelled = await travel(key, request.path, options)
    const relayed = travelled && (await success.relay(travelled, key, request))
    if (relayed) return relayed
    const { heldKey, ...inspected } = inspect(key, travelled, readAs(request))
    return passOn(travelled, { ...told(request, inspected), heldKey })
  }

  async function relayFurther(
    secret: Secret,
    request: FurtherRequest,
    options?: UpstreamSendOptions,
  ): Promise<RelayOutcome> {
    const key = secret.reveal()
    const travelled = await travel(key, request.path, options)
    const read: Read<PageOutline> = (body, headers, httpStatus) =>
      httpStatus === 204 ? { ok: true, value: NO_ITEMS } : readFurtherAnswer(body, headers, request, provider)
    return passOn(travelled, inspect(key, travelled, read))
  }

  /** Adds the raw answer to what was read of it. */
  function passOn(
    travelled: TimedExchange | null,
    { answer, seen, heldKey }: InspectedAnswer<PageOutline> & HeldKey,
  ): RelayOutcome {
    const body = heldKey ? seen && Buffer.from(seen.text) : travelled?.received.body
    // A packed body was not searched for the key, so it is not passed on.
    if (!seen || !body || isBodyEncoded(seen.headers) || !isSearchableText(body))
      return { answer, received: null }
    return { answer, received: { httpStatus: seen.httpStatus, headers: seen.headers, body, heldKey } }
  }

  /**
   * Asks for a page of which only the read form is kept. The rest of a successful answer is therefore not searched for
   * the key.
   */
  async function askForPage(
    secret: Secret,
    request: PageRequest,
    options: UpstreamSendOptions | undefined,
    mayReadElsewhere: boolean,
  ): Promise<Answer<Page>> {
    const path = pagePath(request, provider)
    if (!path.ok) return unsent(path.problem).answer
    const key = secret.reveal()
    const travelled = await travel(key, path.value, options)
    const elsewhere = mayReadElsewhere && travelled && (await success.readElsewhere(travelled, key, request))
    if (elsewhere) return elsewhere
    const here = travelled && success.read(travelled, key, request)
    return here ?? told(request, inspect(key, travelled, readAs(request))).answer
  }

  return {
    baseUrl: `${origin}${prefix}`,
    provider,
    inspectKeyInfo,
    inspectPage,
    readKeyInfo: async (key, options) => (await inspectKeyInfo(key, options)).answer,
    fetchPage: (key, request, options) => askForPage(key, request, options, false),
    fetchPageToStore: (key, request, options) => askForPage(key, request, options, true),
    relayPage,
    relayFurther,
    lookUpUser,
    close() {
      closing ??= agent.close()
      return closing
    },
  }
}

/** Returns the longest rate window that the provider names. */
function maxWindowMs(provider: Provider): number {
  const { rate, plans, paths } = provider
  const lists = [...OPERATION_NAMES.map((name) => provider[name]), ...paths]
  const rates = [rate, ...plans, ...lists.map((list) => list.rate)]
  return Math.max(1000, ...rates.map((each) => each?.perMs ?? 0))
}

/** Builds the request headers. They ask for no encoding, because an encoded body could unfold to any size. */
const headersFor = (key: string, { auth }: Provider): Record<string, string> => ({
  accept: 'application/json',
  'user-agent': 'purser',
  ...auth.also,
  'accept-encoding': 'identity',
  [auth.header]: auth.scheme === '' ? key : `${auth.scheme} ${key}`,
})

const NO_ACCOUNT = notSentProblem('bad_request', 'This service tells nothing about a key or its balance.')
const NO_LOOKUP = notSentProblem('bad_request', 'Name a user whose list to read.')

const NOT_A_KEY = notSentProblem('key_refused', 'This is not a key: it holds characters that no key has.')

const unsent = (problem: Problem): InspectedAnswer<never> => ({
  answer: { ok: false, problem, httpStatus: null, latencyMs: 0 },
  seen: null,
})

function seenIn(
  { status, headers, body }: HttpExchange<string>,
  json: JsonValue | undefined,
): RawAnswer | null {
  if (status === null || body === null) return null
  return { httpStatus: status, headers, text: body, body: json }
}

/** Adapts a refusal of a later page: the first page was accepted, so the problem is with the cursor. */
function told<T>(
  request: { readonly cursor?: string },
  { answer, seen }: InspectedAnswer<T>,
): InspectedAnswer<T> {
  if (answer.ok || request.cursor === undefined) return { answer, seen }
  return { answer: { ...answer, problem: toLaterPageProblem(answer.problem) }, seen }
}
