import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { count, observeMs } from '@/lib/platform/metrics'
import type { TracePlace } from '@/lib/platform/process'
import type { Tracing } from '@/lib/platform/tracing'
import type { RouteFinder } from './route-patterns'

/** What the door knows of a request: see lib/server/cli/door-request.mjs. */
interface NamedRequest {
  readonly requestId: string
  /** The span of a trusted proxy. */
  readonly parent: TracePlace | null
}

/** Is told of each request as it arrives; answers the span under which its work stands. */
export type RequestWatch = (
  request: Pick<IncomingMessage, 'method' | 'url'>,
  response: Pick<ServerResponse, 'once' | 'statusCode' | 'writableFinished'>,
  named: NamedRequest,
) => TracePlace | null

interface RequestWatchParts {
  readonly log: Logger
  readonly tracing: Tracing | null
  readonly routeOf: RouteFinder
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** The visitor went away before the end, as others number it too. */
const GONE = 499
/** What machines ask all the time, and what a page brings with it: their lines would hide those of people. */
const QUIET = /^(\/gateway|\/api\/(health|health\/live|metrics)|\/api\/events\/.*|\/_next.*|other)$/

/** Watches the requests of this process: counts them, writes a line for each, and begins their spans. */
export function createRequestWatch({ log, tracing, routeOf }: RequestWatchParts): RequestWatch {
  return ({ method: sent = '', url = '' }, response, { requestId, parent }) => {
    const since = performance.now()
    const method = METHODS.includes(sent) ? sent : 'other'
    const span = tracing?.beginRequest(method, parent) ?? null
    response.once('close', () => {
      const ms = performance.now() - since
      const route = routeOf(url)
      const status = response.writableFinished ? response.statusCode : GONE
      count('purser_http_requests_total', { method, route, status: String(status) })
      observeMs('purser_http_request_seconds', { route }, ms)
      span?.end(route, status)
      const level = QUIET.test(route) && status < 500 ? 'debug' : 'info'
      log[level]({ requestId, method, route, status, ms: Math.round(ms) }, 'request')
    })
    return span?.place ?? null
  }
}
