// Calls of a team's services come to the web process's address under /gateway, and go on to the worker, which alone calls
// the upstream. Next never sees them. See docs/call/gateway.md.
import http from 'node:http'

/** What the door knows of a request's source, and what makes the worker believe it; see lib/server/gateway. */
const SOURCE = 'x-purser-source'
const BODY = 'x-purser-body'
const PASS = 'x-purser-pass'

/** They belong to one connection (RFC 9110, 7.6.1). */
const OF_CONNECTION = /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|expect|host)$/
const PATH = /^\/gateway\//

// The worker closes none of these connections: one that it closed in the wrong moment would lose a call.
const agent = new http.Agent({ keepAlive: true })

/** Whether a request is for the gateway. */
export const isForGateway = ({ url }) => PATH.test(url ?? '')

/** Where the worker listens: told by the worker that forked this process, or in development by the one inside it. */
function doorOfGateway() {
  const { PURSER_GATEWAY_DOOR } = process.env
  if (PURSER_GATEWAY_DOOR) return JSON.parse(PURSER_GATEWAY_DOOR)
  return globalThis[Symbol.for('purser.gateway-door')]?.value ?? null
}

/**
 * How long the worker may say nothing: a caller may wait 60 s for its key, the upstream has 30 s as a rule and may be asked
 * again after a 429. Longer only where the worker stands still.
 */
const MAX_MS = 180_000

/** An upstream may send as many headers as the worker's client takes (16 kB), and the worker's own come beside them. */
const MAX_HEADER_BYTES = 65_536

/**
 * Passes a request to the worker and its answer back. A visitor who goes away ends both, and so does a worker that says
 * nothing for too long: what waits there for its key is never sent then.
 */
export function passToGateway(request, response, longestMs = MAX_MS) {
  const door = doorOfGateway()
  if (!door) return refuse(response, 'Purser is starting. Try again in a moment.')
  const isWithBody = hasBody(request)
  // The worker refuses it unread: the connection ends with the answer.
  if (isWithBody) response.shouldKeepAlive = false
  const asked = http.request({
    agent,
    timeout: longestMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    host: '127.0.0.1',
    port: door.port,
    method: request.method,
    path: request.url,
    headers: {
      ...without(request.headersDistinct),
      [SOURCE]: request.headers[SOURCE],
      [PASS]: door.pass,
      ...(isWithBody && { [BODY]: 'kept back', 'content-length': '0' }),
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
    response.writeHead(answer.statusCode, { ...response.getHeaders(), ...without(answer.headersDistinct) })
    answer.once('error', () => response.destroy())
    answer.pipe(response)
  })
  asked.end()
}

const hasBody = ({ headers }) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The headers that go on, and none of our own: only the door says those. */
const without = (headers) =>
  Object.fromEntries(
    Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name) && !name.startsWith('x-purser-')),
  )

/** The worker had the request, and may have sent the call before it ended. */
const LOST =
  'Purser’s worker ended before it answered. The call may have been sent: the ledger shows whether, and what it cost.'

const SILENT =
  'Purser’s worker does not answer. The call may have been sent: the ledger shows whether, and what it cost.'

const PROBLEMS = { 502: 'upstream_lost', 503: 'unavailable', 504: 'upstream_lost' }

/** With 503 nothing was sent to the upstream. */
function refuse(response, message, status = 503) {
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
