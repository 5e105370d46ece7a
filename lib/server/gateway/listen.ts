import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { v4 } from 'uuid'
import type { Gateway, GatewayAnswer } from '@/lib/gateway'
import { createOpenServers, withRequest } from '@/lib/platform/process'
import { cutWhenStill, hasBody, type SourceFinder } from '@/lib/server/front'
import type { RequestWatch } from '@/lib/server/telemetry'
import { boundConnections, onClosed } from './connections'
import { readRequest, targetOf } from './read-request'

/** A listener of the gateway. */
export interface Listener {
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
export async function listen({
  gateway,
  port,
  host,
  sources,
  pass = null,
  watch,
}: ListenOptions): Promise<Listener> {
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
    if (pass === null) cutWhenStill(response)
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
