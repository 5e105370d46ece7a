import { AsyncLocalStorage } from 'node:async_hooks'
import { processWide } from './process-wide'

/** The position of a span in a trace, as in W3C's trace context. It can be sent to another process. */
export interface TracePlace {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

/** Data that belongs to one request, in whichever process works on it. */
export interface RequestContext {
  /** Named by every line of the log, and told to the visitor. */
  readonly requestId: string | null
  /** Span under which the next ones begin; null if nothing is traced. */
  readonly place: TracePlace | null
  /** The `accept-language` header, by which numbers and dates are written. */
  readonly language?: string | undefined
  /** Details of what the request shows, shared by everything that works on it. */
  readonly shown?: { unit?: string }
}

const NONE: RequestContext = { requestId: null, place: null }

// The door in front of Next is a bundle of its own: see lib/server/front/door.ts.
const storage = processWide('request', () => new AsyncLocalStorage<RequestContext>())

/** Returns the request that the present work belongs to; nulls if none. */
export const currentRequest = (): RequestContext => storage.getStore() ?? NONE

/** Does work as part of a request. */
export const withRequest = <T>(request: RequestContext, work: () => T): T => storage.run(request, work)

/** Does work that belongs to no request, although one has caused it. */
export const withoutRequest = <T>(work: () => T): T => storage.run(NONE, work)
