import type { Clock, Secret } from '@/lib/kernel'
import { pagePath, readBaseUrl } from './address'
import type { Contract } from './contract'
import { createAgent, type Exchange, get, type Headers } from './http'
import { type JsonValue, parseJson } from './json'
import { isSendable, withoutSecret } from './key-format'
import { readKeyInfoObject } from './key-info'
import { readPage } from './page'
import { notSent, notUnderstood, wholeAnswer } from './problems'
import type { Inspected, KeyInfo, Page, PageRequest, Problem, Reading, Seen, Upstream } from './types'

export interface UpstreamOptions {
  readonly baseUrl: string
  readonly contract: Contract
  readonly clock: Clock
}

type Read<T> = (body: JsonValue, headers: Headers) => Reading<T>

/**
 * The client of the upstream: the only place from which Purser calls out. Everything is a GET with the key in a header
 * (upstream-interface, Endpoints and Authentication). Throws `invalid` where the base address cannot be used.
 */
export function createUpstream({ baseUrl, contract, clock }: UpstreamOptions): Upstream {
  const { origin, prefix } = readBaseUrl(baseUrl)
  const agent = createAgent(contract.limits)
  let closing: Promise<void> | undefined

  async function ask<T>(
    key: string,
    path: string,
    read: Read<T>,
    signal?: AbortSignal,
  ): Promise<Inspected<T>> {
    if (!isSendable(key))
      return unsent(notSent('key_refused', 'This is not a key: it holds characters that no key has.'))
    const target = { origin, path: `${prefix}${path}`, headers: headersFor(key, contract) }
    const startedAt = clock.monotonic()
    const received = await get(agent, target, contract.limits, signal)
    const latencyMs = clock.monotonic() - startedAt
    // Should the upstream repeat the key, it goes no further than this line.
    const exchange = { ...received, body: received.body && withoutSecret(received.body, key) }
    const seen = seenIn(exchange, contract)
    const whole = wholeAnswer(exchange, contract, clock.now())
    if (!whole.ok) return { answer: { ...whole, httpStatus: received.status, latencyMs }, seen }
    const { status: httpStatus, headers } = whole.value
    const json = seen?.body
    const reading: Reading<T> =
      json === undefined
        ? { ok: false, problem: notUnderstood('The upstream’s answer is not JSON as it should be.') }
        : read(json, headers)
    return { answer: { ...reading, httpStatus, latencyMs }, seen }
  }

  const inspectKeyInfo = (key: Secret, signal?: AbortSignal): Promise<Inspected<KeyInfo>> =>
    ask(key.reveal(), '/v1/me', (body) => readKeyInfoObject(body, contract), signal)

  async function inspectPage(
    key: Secret,
    request: PageRequest,
    signal?: AbortSignal,
  ): Promise<Inspected<Page>> {
    const path = pagePath(request, contract)
    if (!path.ok) return unsent(path.problem)
    const read: Read<Page> = (body, headers) => readPage(body, headers, request.operation, contract)
    return ask(key.reveal(), path.value, read, signal)
  }

  return {
    baseUrl: `${origin}${prefix}`,
    contract,
    inspectKeyInfo,
    inspectPage,
    readKeyInfo: async (key, signal) => (await inspectKeyInfo(key, signal)).answer,
    fetchPage: async (key, request, signal) => (await inspectPage(key, request, signal)).answer,
    close() {
      closing ??= agent.close()
      return closing
    },
  }
}

/** An encoded body could unfold to any size, so none is asked for. */
const headersFor = (key: string, { authHeader }: Contract): Record<string, string> => ({
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': 'purser',
  ...(authHeader === 'authorization' ? { authorization: `Bearer ${key}` } : { 'x-api-key': key }),
})

const unsent = (problem: Problem): Inspected<never> => ({
  answer: { ok: false, problem, httpStatus: null, latencyMs: 0 },
  seen: null,
})

function seenIn({ status, headers, body }: Exchange, { limits }: Contract): Seen | null {
  if (status === null || body === null) return null
  return { httpStatus: status, headers, text: body, body: parseJson(body, limits.jsonDepth) }
}
