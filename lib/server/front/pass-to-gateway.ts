import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { findProcessSingleton } from '@/lib/platform/process'

/** Headers by which the door states a request's facts and proves itself to the worker. Only the door sets them. */
export const DOOR_HEADERS = {
  source: 'x-purser-source',
  body: 'x-purser-body',
  pass: 'x-purser-pass',
} as const

/** The web process's access to the gateway: a loopback port of the worker, and the pass that it shows there. */
export interface GatewayAccess {
  readonly port: number
  readonly pass: string
}

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const OF_CONNECTION = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host)$/
const PATH = /^\/gateway\//

// The worker closes none of these connections, because closing one at the wrong moment would lose a call.
const agent = new http.Agent({ keepAlive: true })

/** Returns whether a request is for the gateway: it goes to the worker, which alone calls the upstream. */
export const isForGateway = ({ url }: Pick<IncomingMessage, 'url'>): boolean => PATH.test(url ?? '')

/**
 * Returns where the worker listens: as the worker that forked this process says, or in development the worker inside
 * it.
 */
function doorOfGateway(): GatewayAccess | null {
  const { PURSER_GATEWAY_DOOR } = process.env
  if (PURSER_GATEWAY_DOOR) return JSON.parse(PURSER_GATEWAY_DOOR)
  return findProcessSingleton<GatewayAccess>('gateway-door') ?? null
}

/**
 * Maximum silence of the worker. A caller may wait 60 s for its key, and the upstream usually has 30 s and may be
 * asked again after a 429. Only a worker that hangs takes longer.
 */
const MAX_MS = 180_000

/** Room for as many headers of the upstream as the worker's client takes (16 kB), and the worker's own. */
const MAX_HEADER_BYTES = 65_536

/**
 * Passes a request on to the worker and its answer back. A visitor who goes away ends both, and so does a worker that
 * is silent for too long: a call that waits there for its key is then never sent.
 */
export function passToGateway(request: IncomingMessage, response: ServerResponse, maxMs = MAX_MS): void {
  const door = doorOfGateway()
  if (!door) return void refuse(response, 'Purser is starting. Try again in a moment.')
  const isWithBody = hasBody(request)
  // The worker refuses the body unread, so the connection ends with the answer.
  if (isWithBody) response.shouldKeepAlive = false
  const asked = http.request({
    agent,
    timeout: maxMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    host: '127.0.0.1',
    port: door.port,
    method: request.method,
    path: request.url,
    headers: {
      ...without(request.headersDistinct),
      [DOOR_HEADERS.source]: request.headers[DOOR_HEADERS.source],
      [DOOR_HEADERS.pass]: door.pass,
      ...(isWithBody && { [DOOR_HEADERS.body]: 'kept back', 'content-length': '0' }),
    },
  })
  let isLate = false
  response.once('close', () => asked.destroy())
  asked.once('timeout', () => {
    isLate = true
    if (response.headersSent) response.destroy()
    else refuse(response, SILENT, 504)
    asked.destroy()
  })
  asked.once('error', () => {
    if (isLate) return
    if (response.headersSent) response.destroy()
    else if (asked.writableFinished) refuse(response, LOST, 502)
    else refuse(response, 'Purser’s worker does not answer. Try again in a moment.')
  })
  asked.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, {
      ...response.getHeaders(),
      ...without(answer.headersDistinct),
    })
    answer.once('error', () => response.destroy())
    answer.pipe(response)
  })
  asked.end()
}

/** Returns whether a request has a body. */
export const hasBody = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Returns the headers to pass on. Headers with our own prefix are dropped, because only the door may set those. */
const without = (headers: NodeJS.Dict<string[]>): NodeJS.Dict<string[]> =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name) && !name.startsWith('x-purser-')),
  )

/** Message if the worker had the request, and may have sent the call, before it ended. */
const LOST =
  'Purser’s worker ended before it answered. The call may have been sent: the ledger shows whether, and what it cost.'

const SILENT =
  'Purser’s worker does not answer. The call may have been sent: the ledger shows whether, and what it cost.'

const PROBLEMS = { 502: 'upstream_lost', 503: 'unavailable', 504: 'upstream_lost' } as const

/** Answers with a refusal. Status 503 means that nothing was sent to the upstream. */
function refuse(response: ServerResponse, message: string, status: keyof typeof PROBLEMS = 503): void {
  const body = JSON.stringify({ message })
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'purser-problem': PROBLEMS[status],
    ...(status === 503 ? { 'retry-after': '2' } : {}),
    connection: 'close',
  })
  response.end(body)
}
