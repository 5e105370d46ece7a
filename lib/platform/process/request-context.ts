import { AsyncLocalStorage } from 'node:async_hooks'
import { processWide } from './process-wide'

/** Where a span stands in a trace, as W3C's trace context has it. It can be sent to another process. */
export interface TracePlace {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

/** What belongs to one request, in whatever process works on it. */
export interface RequestContext {
  /** Named by every line of the log, and told to the visitor. */
  readonly requestId: string | null
  /** The span under which the next ones begin; null where nothing is traced. */
  readonly place: TracePlace | null
  /** The header `accept-language`, by which numbers and dates are written. */
  readonly language?: string | undefined
  /** What the request turned out to show: the same for all that works on it. */
  readonly shown?: { unit?: string }
}

const NONE: RequestContext = { requestId: null, place: null }

// The door, which is plain JavaScript, finds it by this name: see lib/server/cli/door-request.mjs.
const storage = processWide('request', () => new AsyncLocalStorage<RequestContext>())

/** The request that the present work belongs to; nulls if none. */
export const currentRequest = (): RequestContext => storage.getStore() ?? NONE

/** Does work as part of a request. */
export const withRequest = <T>(request: RequestContext, work: () => T): T => storage.run(request, work)

/** Does work that belongs to no request, though one has caused it to begin. */
export const withoutRequest = <T>(work: () => T): T => storage.run(NONE, work)
