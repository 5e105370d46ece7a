import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { v4 } from 'uuid'
import type { Gateway, GatewayAnswer, GatewayRequest } from '@/lib/gateway'
import { newToken } from '@/lib/kernel'
import { createOpenServers, withRequest } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'
import {
  closeStalledResponse,
  createSourceFinder,
  DOOR_HEADERS,
  type GatewayAccess,
  hasBody,
  type SourceFinder,
} from '@/lib/server/front'
import type { RequestWatch } from '@/lib/server/telemetry'

/** A listener of the gateway. */
export interface GatewayListener {
  readonly port: number
  /**
   * Accepts no more connections. Resolves when every request that arrived is answered. A caller that does not read its
   * answer is cut off.
   */
  close(): Promise<void>
}

interface ListenOptions {
  readonly gateway: Gateway
  /** Port number; 0 for any free port. */
  readonly port: number
  readonly host: string
  readonly sources: SourceFinder
  /**
   * Pass by which the web process proves itself, so that the source that it states is believed; null if requests do
   * not come from it.
   */
  readonly pass?: string | null
  /** Watches each call from its arrival. */
  readonly watch: RequestWatch
}

const HEADERS_MS = 15_000
/** Longer than proxies keep their connections: a request that arrives as we close one is lost. */
const IDLE_MS = 75_000
const LOOK_MS = 5000
const MAX_HEADER_BYTES = 16_384
/** Maximum size of the headers from the door: what it admits, and what it adds. */
const MAX_FROM_DOOR = 2 * MAX_HEADER_BYTES
/** A thousand callers may connect at the same moment, and Node queues only 511 by default. */
const BACKLOG = 4096

/** Path at which monitoring asks whether the listener takes requests. It costs nothing and needs no key. */
const HEALTH = '/health'
/** Header with the name of a call in the log. The upstream's answer may have its own name for it. */
const REQUEST_ID = 'purser-request-id'

/** Serves the gateway over plain HTTP. Rejects if the port cannot be used. */
async function listen({
  gateway,
  port,
  host,
  sources,
  pass = null,
  watch,
}: ListenOptions): Promise<GatewayListener> {
  let isClosing = false
  const servers = createOpenServers()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (targetOf(request) === HEALTH) return send(response, healthOf(isClosing), isClosing)
    const requestId = v4()
    response.setHeader(REQUEST_ID, requestId)
    const place = watch(request, response, { requestId, parent: null })
    const gone = new AbortController()
    const stay = onClosed(request.socket, () => gone.abort())
    try {
      const asked = readRequest(request, gone.signal, { pass, sources })
      const given = await withRequest({ requestId, place }, () => gateway.answer(asked))
      // A body is not read, so the connection ends with the answer.
      send(response, given, isClosing || hasBody(request))
    } finally {
      stay()
    }
  }

  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    // Errors of a closed connection's response concern nobody.
    response.on('error', () => undefined)
    servers.came(server, response)
    // The door cuts off its own callers, and no connection to it may be cut here.
    if (pass === null) closeStalledResponse(response)
    answer(request, response).catch(() => response.destroy())
  }
  const server = createServer(
    {
      headersTimeout: HEADERS_MS,
      requestTimeout: HEADERS_MS,
      keepAliveTimeout: pass === null ? IDLE_MS : 0,
      connectionsCheckingInterval: LOOK_MS,
      maxHeaderSize: pass === null ? MAX_HEADER_BYTES : MAX_FROM_DOOR,
    },
    onRequest,
  )
  servers.add(server)
  // A body that is only announced is refused like one that arrived.
  server.on('checkContinue', onRequest)
  if (pass === null) boundConnections(server)
  server.listen({ port, host, backlog: BACKLOG })
  await once(server, 'listening')
  return {
    port: portOf(server),
    close() {
      isClosing = true
      return servers.close()
    },
  }
}

function send(response: ServerResponse, { status, headers, body }: Sendable, isLast: boolean): void {
  if (isLast) response.shouldKeepAlive = false
  response.writeHead(status, {
    ...headers,
    'x-content-type-options': 'nosniff',
    'content-length': body.length,
  })
  response.end(body)
}

type Sendable = Pick<GatewayAnswer, 'status' | 'headers' | 'body'>

const plainly = (status: number, text: string): Sendable => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: Buffer.from(`${text}\n`),
})

const healthOf = (isClosing: boolean): Sendable => (isClosing ? plainly(503, 'stopping') : plainly(200, 'ok'))

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const PREFIX = /^\/gateway(?=\/)/

/** Returns path and query below the gateway. */
const targetOf = ({ url = '' }: IncomingMessage): string => url.replace(PREFIX, '')

/** Reads a request for the gateway. If the web process passed it on, the web process states its source. */
function readRequest(
  request: IncomingMessage,
  gone: AbortSignal,
  { pass, sources }: { readonly pass: string | null; readonly sources: SourceFinder },
): GatewayRequest {
  const {
    [DOOR_HEADERS.pass]: shown,
    [DOOR_HEADERS.source]: told,
    [DOOR_HEADERS.body]: keptBack,
    ...headers
  } = request.headersDistinct
  const isDoor = pass !== null && isSame(shown?.[0] ?? '', pass)
  const source = isDoor
    ? (told?.[0] ?? 'unknown')
    : sources.find(request.socket.remoteAddress, headers['x-forwarded-for']?.join(','))
  return {
    method: request.method ?? '',
    target: targetOf(request),
    headers,
    source,
    gone,
    hasBody: hasBody(request) || (isDoor && keptBack !== undefined),
  }
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

const MAX = 4000
/** Limit of one caller, so that it cannot hold all connections. A thousand of its calls may well wait at once. */
const MAX_OF_ADDRESS = 2000

/** Bounds a server's connections, in total and from one address. Any further one is closed. */
function boundConnections(server: Server): void {
  server.maxConnections = MAX
  const counts = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (counts.get(address) ?? 0) + 1
    if (count > MAX_OF_ADDRESS) return void socket.destroy()
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left === 0) counts.delete(address)
      else counts.set(address, left)
    })
  })
}

const leavings = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls `leave` when a connection closes. Returns a function that undoes this. One listener serves all requests of a
 * connection: a caller may send many without waiting for answers, and Node notifies only the one being answered.
 */
function onClosed(socket: Socket, leave: () => void): () => void {
  const known = leavings.get(socket)
  const all = known ?? new Set<() => void>()
  all.add(leave)
  if (!known) {
    leavings.set(socket, all)
    socket.once('close', () => {
      for (const each of all) each()
    })
  }
  // A connection that closed before this call emits no event.
  if (socket.destroyed) leave()
  return () => void all.delete(leave)
}

/** The gateway's listeners. */
export interface GatewayListeners {
  readonly door: GatewayAccess
  /** Accepts no more requests. Resolves when those that arrived are answered. */
  close(): Promise<void>
}

/**
 * Serves the gateway on its own port if the settings name one, and on a private one for the web process. A request to
 * the private port without the pass is treated like one to the public port.
 */
export async function serveGateway(
  gateway: Gateway,
  env: Pick<Env, 'GATEWAY_PORT' | 'GATEWAY_HOST' | 'HOST' | 'TRUSTED_PROXIES'>,
  watch: RequestWatch,
): Promise<GatewayListeners> {
  const sources = createSourceFinder(env.TRUSTED_PROXIES)
  const pass = newToken()
  const listeners: GatewayListener[] = []
  const close = async () => {
    await Promise.all(listeners.map((each) => each.close()))
  }
  try {
    const inner = await listen({ gateway, sources, watch, pass, port: 0, host: '127.0.0.1' })
    listeners.push(inner)
    const { GATEWAY_PORT: port, GATEWAY_HOST: host = env.HOST } = env
    if (port !== undefined) listeners.push(await listen({ gateway, sources, watch, port, host }))
    return { door: { port: inner.port, pass }, close }
  } catch (error) {
    await close()
    throw error
  }
}
