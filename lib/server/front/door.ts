import { randomUUID } from 'node:crypto'
import http, {
  type IncomingHttpHeaders,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import compression from 'compression'
import {
  findProcessSingleton,
  processSingleton,
  type SpanPosition,
  withRequest,
} from '@/lib/platform/process'
import type { RequestWatch } from '@/lib/server/telemetry'
import { DOOR_HEADERS, isForGateway, passToGateway } from './pass-to-gateway'
import { type DoorRefusal, findBadRequestStatus, type RefusableRequest, sendRefusal } from './refusals'
import { closeStalledResponse, closeWithConnection } from './responses'
import { createSignInQueue } from './sign-in-queue'
import { createSourceFinder, normaliseAddress, type SourceFinder } from './source'

/** Headers that tell the app what the door knows. Only the door sets them. */
const LOCAL = 'x-purser-local'
const HTTPS = 'x-purser-https'
/** Names a request in every line of its log: see lib/platform/process. */
const REQUEST_ID = 'x-request-id'

/** Form of the ids that a proxy may set: nothing that could be taken for anything else in a log. */
const ID_FORM = /^[\w.:-]{8,64}$/
const TRACE_PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/
/** Headers that reveal a proxy or tunnel of any make. */
const FORWARDING =
  /^(forwarded|via|cdn-loop|x-real-ip|x-(original-)?forwarded(-.+)?|x-original-(for|host|url|proto)|x-envoy-.+|cf-(ray|visitor|connecting-.+)|([a-z]+-)*client-ip|x-azure-.+|x-appengine-.+)$/
/** Headers that are removed from an untrusted peer's request. `via` stays, because nothing reads it. */
const CLAIMED = /^(forwarded|x-forwarded-.+|x-real-ip|x-purser-.+)$/
const LOOPBACK_NAME = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i

const MAX_CONNECTIONS = 2000
const HEADERS_MS = 15_000
const REQUEST_MS = 60_000
const LOOK_MS = 5000
const YEAR_S = 31_536_000

/** The door's settings. */
interface DoorSettings {
  readonly sources: SourceFinder
  readonly publicUrl: URL | null
}

/** Derives the door's settings from the environment, which was checked before. */
export const doorSettings = (env: Readonly<NodeJS.Dict<string>>): DoorSettings => ({
  sources: createSourceFinder(env.TRUSTED_PROXIES),
  publicUrl: env.NEXTAUTH_URL ? new URL(env.NEXTAUTH_URL) : null,
})

/** The parts of a request that the door reads. */
interface DoorRequest extends RefusableRequest {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

interface PassedRequest {
  /** Status if the request must not pass. */
  readonly refusal: DoorRefusal | null
  readonly isHttps: boolean
  readonly isTrusted: boolean
  readonly requestId: string
}

/** Describes the proxy that a request came through. */
interface ProxySeen {
  readonly peer: string
  readonly isTrusted: boolean
  readonly hasPublicUrl: boolean
}

/** Cleans a request's headers and sets what the app may know. */
export function admitRequest(
  request: DoorRequest,
  { sources, publicUrl }: DoorSettings,
  onProxySeen: (seen: ProxySeen) => void = () => undefined,
): PassedRequest {
  const { headers, socket } = request
  const peer = normaliseAddress(socket.remoteAddress) ?? 'unknown'
  const isForwarded = Object.keys(headers).some((name) => FORWARDING.test(name))
  const isTrusted = sources.trusts(peer)
  const textOf = (name: string) => headers[name]?.toString()
  const source = sources.find(peer, isTrusted ? textOf('x-forwarded-for') : undefined)
  const proto = isTrusted ? textOf('x-forwarded-proto')?.split(',').at(-1)?.trim() : undefined
  const isHttps = publicUrl?.protocol === 'https:' || proto === 'https'
  for (const name of Object.keys(headers))
    if (isTrusted ? name.startsWith('x-purser-') : CLAIMED.test(name)) delete headers[name]
  headers[DOOR_HEADERS.source] = source
  if (isHttps) headers[HTTPS] = 'yes'
  if (!isForwarded && isAtHome(peer, headers.host, publicUrl)) headers[LOCAL] = 'yes'
  // Next compares an action's origin with the host, which a proxy may have replaced by its own name.
  if (publicUrl && headers.origin === publicUrl.origin) headers['x-forwarded-host'] = publicUrl.host
  if (isForwarded) onProxySeen({ peer, isTrusted, hasPublicUrl: publicUrl !== null })
  const requestId = nameRequest(headers, isTrusted)
  return { refusal: findBadRequestStatus(request), isHttps, isTrusted, requestId }
}

/**
 * Returns whether a request comes from this machine itself. The host name rules out a foreign domain that was pointed
 * here.
 */
const isAtHome = (peer: string, host: string | undefined, publicUrl: URL | null): boolean =>
  (peer === '::1' || /^127\./.test(peer)) &&
  LOOPBACK_NAME.test((host ?? '').replace(/:\d+$/, '')) &&
  (publicUrl === null || LOOPBACK_NAME.test(publicUrl.hostname))

/** Names a request by a trusted proxy's id for it, or else a new id. The app finds the id in the headers. */
function nameRequest(headers: IncomingHttpHeaders, isTrusted: boolean): string {
  const given = headers[REQUEST_ID]
  const requestId = isTrusted && typeof given === 'string' && ID_FORM.test(given) ? given : randomUUID()
  headers[REQUEST_ID] = requestId
  return requestId
}

/** Notes each fact about a proxy once for an operator. The admins' settings page reads them in the same process. */
function noteProxy({ peer, isTrusted, hasPublicUrl }: ProxySeen): void {
  const notes = processSingleton('door-notes', () => new Map<string, string>())
  const say = (name: string, text: string) => {
    if (notes.has(name)) return
    notes.set(name, text)
    console.warn(text)
  }
  if (!hasPublicUrl)
    say(
      'address',
      'Requests come through a proxy, but NEXTAUTH_URL is not set. Set it to the public address: with https cookies are then marked as secure.',
    )
  if (!isTrusted)
    say(
      'proxy',
      `Requests with the headers of a proxy come from ${peer}, which TRUSTED_PROXIES does not name: those headers are ignored, and all who come that way count as one source.`,
    )
}

/**
 * Answers a request in a context that knows its id and the language that the browser asks for. If the app watches
 * requests, it is notified of this one.
 */
function answerNamed(
  request: IncomingMessage,
  response: ServerResponse,
  { requestId, isTrusted }: Pick<PassedRequest, 'requestId' | 'isTrusted'>,
  answer: () => void,
): void {
  response.setHeader(REQUEST_ID, requestId)
  const watch = findProcessSingleton<RequestWatch>('request-watch')
  const parent = isTrusted ? spanOf(request.headers) : null
  const place = watch?.(request, response, { requestId, parent }) ?? null
  const language = request.headers['accept-language']
  withRequest({ requestId, place, language, shown: {} }, answer)
}

/** Returns a trusted proxy's span, under which ours begin; null if there is none. */
function spanOf({ traceparent }: IncomingHttpHeaders): SpanPosition | null {
  const [, traceId, spanId = '', flags = ''] = TRACE_PARENT.exec(String(traceparent)) ?? []
  return traceId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : null
}

/**
 * Answers requests that offer another protocol, as Java's client does, like all others. Next would accept the offer
 * and hold their connections open for ever; only its development server has a use for them.
 */
function answerUpgrades(server: Server): void {
  const on = server.on.bind(server)
  Object.assign(server, {
    on: (event: string, listener: (...given: unknown[]) => void) =>
      event === 'upgrade' ? server : on(event, listener),
  })
}

/**
 * Puts the door in front of the first HTTP server that this process creates, which is Next's. Every request passes the
 * door before Next sees it: Next hides who is at the other end, and trusts headers that anybody can send. See
 * docs/decisions/0024.
 */
export function installDoor(env: Readonly<NodeJS.Dict<string>>): void {
  const settings = doorSettings(env)
  const { createServer } = http
  const createBehindDoor = (...given: readonly (ServerOptions | RequestListener | undefined)[]): Server => {
    Object.assign(http, { createServer })
    const options = given.find((part) => typeof part === 'object')
    const listener = given.find((part) => typeof part === 'function')
    const inTurn = createSignInQueue((request, response) => listener?.(request, response))
    const compress = compression()
    const limits = {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_MS,
    }
    const server = createServer({ ...options, ...limits }, (request, response) => {
      closeWithConnection(request.socket, response)
      closeStalledResponse(response)
      const { refusal, isHttps, ...named } = admitRequest(request, settings, noteProxy)
      if (isHttps) response.setHeader('strict-transport-security', `max-age=${YEAR_S}`)
      // The worker names, counts and refuses requests to the gateway.
      if (isForGateway(request)) return passToGateway(request, response)
      answerNamed(request, response, named, () =>
        refusal === null
          ? compress(request, response, () => inTurn(request, response))
          : sendRefusal(response, refusal),
      )
    })
    server.maxConnections = MAX_CONNECTIONS
    if (env.NODE_ENV !== 'development') answerUpgrades(server)
    return server
  }
  Object.assign(http, { createServer: createBehindDoor })
}
