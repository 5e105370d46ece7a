import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { incrementCounter, observeMs } from '@/lib/platform/metrics'
import type { SpanPosition } from '@/lib/platform/process'
import type { Tracing } from '@/lib/platform/tracing'

/** The door's facts about a request: see lib/server/front/door.ts. */
interface NamedRequest {
  readonly requestId: string
  /** Span of a trusted proxy. */
  readonly parent: SpanPosition | null
}

/** Watches each request from its arrival. Returns the span of its work. */
export type RequestWatch = (
  request: Pick<IncomingMessage, 'method' | 'url'>,
  response: Pick<ServerResponse, 'once' | 'statusCode' | 'writableFinished'>,
  named: NamedRequest,
) => SpanPosition | null

interface RequestWatchParts {
  readonly log: Logger
  readonly tracing: Tracing | null
  readonly routeOf: RouteFinder
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
/** Status of a request whose visitor went away before the end, as other servers number it. */
const GONE = 499
/** Requests that machines make all the time or that a page brings with it. Their lines would hide those of people. */
const QUIET = /^(\/gateway|\/api\/(health|health\/live|metrics)|\/api\/events\/.*|\/_next.*|other)$/

/** Creates the watch of this process's requests, which counts them, logs a line for each, and begins their spans. */
export function createRequestWatch({ log, tracing, routeOf }: RequestWatchParts): RequestWatch {
  return ({ method: sent = '', url = '' }, response, { requestId, parent }) => {
    const since = performance.now()
    const method = METHODS.includes(sent) ? sent : 'other'
    const span = tracing?.beginRequest(method, parent) ?? null
    response.once('close', () => {
      const ms = performance.now() - since
      const route = routeOf(url)
      const status = response.writableFinished ? response.statusCode : GONE
      incrementCounter('purser_http_requests_total', { method, route, status: String(status) })
      observeMs('purser_http_request_seconds', { route }, ms)
      span?.end(route, status)
      const level = QUIET.test(route) && status < 500 ? 'debug' : 'info'
      log[level]({ requestId, method, route, status, ms: Math.round(ms) }, 'request')
    })
    return span?.place ?? null
  }
}

/**
 * Finds the pattern of an address, such as `/[team]/keys/[id]`, because an address itself must never become a label or
 * appear in a line.
 */
export type RouteFinder = (url: string) => string

/** Pattern of what is neither page nor route. Each other name stands for many addresses. */
const OTHER = 'other'
const FOLDERS: readonly (readonly [start: string, name: string])[] = [
  ['/_next/static/', '/_next/static'],
  ['/_next/', '/_next'],
  ['/gateway/', '/gateway'],
]

/** Creates the finder for these patterns, as Next names them. */
export function createRouteFinder(patterns: readonly string[]): RouteFinder {
  // A fixed step takes precedence over a placeholder: `/api/health` is not a team.
  const known = [...patterns]
    .sort((a, b) => weightOf(a).localeCompare(weightOf(b)))
    .map((pattern) => ({ pattern, fits: expressionOf(pattern) }))
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    const folder = FOLDERS.find(([start]) => path.startsWith(start))
    if (folder) return folder[1]
    const plain = path.length > 1 ? path.replace(/\/$/, '') : path
    return known.find(({ fits }) => fits.test(plain))?.pattern ?? OTHER
  }
}

const stepsOf = (pattern: string): string[] => pattern.split('/').filter((step) => step !== '')
const weightOf = (pattern: string): string =>
  stepsOf(pattern)
    .map((step) =>
      isMaybeMany(step) ? '3' : step.startsWith('[...') ? '2' : step.startsWith('[') ? '1' : '0',
    )
    .join('')

/** Returns whether a step stands for any number of steps, or none. */
const isMaybeMany = (step: string): boolean => step.startsWith('[[...')

function expressionOf(pattern: string): RegExp {
  const steps = stepsOf(pattern).map((step) => {
    if (isMaybeMany(step)) return '(?:/.+)?'
    if (step.startsWith('[...')) return '/.+'
    return step.startsWith('[') ? '/[^/]+' : `/${step.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return new RegExp(steps.length === 0 ? '^/$' : `^${steps.join('')}$`)
}
