import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { ShownTeam } from '@/lib/kernel'

/** The position of a span in a trace, as in W3C's trace context. It can be sent to another process. */
export interface SpanPosition {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
}

/** Data that belongs to one request, in whichever process works on it. */
export interface RequestContext {
  /** Written on every log line, and shown to the visitor. */
  readonly requestId: string | null
  /** Span under which the next ones begin; null if nothing is traced. */
  readonly place: SpanPosition | null
  /** The `accept-language` header, by which numbers and dates are written. */
  readonly language?: string | undefined
  /** The team that the request shows, for everything that works on it. */
  readonly shown?: { team?: ShownTeam }
}

const NONE: RequestContext = { requestId: null, place: null }

// The door in front of Next is its own bundle: see lib/server/front/door.ts.
const storage = processSingleton('request', () => new AsyncLocalStorage<RequestContext>())

/** Returns the request that the current work belongs to; nulls if none. */
export const currentRequest = (): RequestContext => storage.getStore() ?? NONE

/** Does work as part of a request. */
export const withRequest = <T>(request: RequestContext, work: () => T): T => storage.run(request, work)

/** Does work that belongs to no request, although one has caused it. */
export const withoutRequest = <T>(work: () => T): T => storage.run(NONE, work)

/**
 * Returns a value that exists once per process, created at first use. A production build of Next gives
 * instrumentation, routes and actions their own copy of each module, so module variables are not shared; this is.
 */
export function processSingleton<T>(name: string, make: () => T): T {
  const { store, key } = placeOf<T>(name)
  const held = store[key] ?? { value: make() }
  store[key] = held
  return held.value
}

/** Returns the value of this name; undefined if it was not created yet. */
export function findProcessSingleton<T>(name: string): T | undefined {
  const { store, key } = placeOf<T>(name)
  return store[key]?.value
}

function placeOf<T>(name: string) {
  const store = globalThis as unknown as Record<symbol, { value: T } | undefined>
  return { store, key: Symbol.for(`purser.${name}`) }
}

/** The stages that a page passes within its process; docs/benches/overhead.md describes them. */
export type StageName =
  | 'access'
  | 'perform'
  | 'verb'
  | 'page'
  | 'reads'
  | 'open'
  | 'send'
  | 'slot'
  | 'call'
  | 'unpack'
  | 'settle'
  | 'seal'
  | 'transaction'

/** One stage that has ended, in milliseconds of this process's own clock. */
export interface Stage {
  readonly name: StageName
  readonly since: number
  readonly until: number
}

/** A span of a trace that has begun. */
export interface StartedSpan {
  readonly place: SpanPosition
  end(error?: unknown): void
}

/** Creates spans of stages; see lib/platform/tracing. */
export interface StageTracer {
  begin(name: StageName, detail: string | null, parent: SpanPosition | null): StartedSpan
}

const stages = channel('purser.stage')
const traced = processSingleton('tracer', (): { tracer: StageTracer | null } => ({ tracer: null }))

/** Makes each later stage of this process a span; null stops that. */
export function setStageTracer(tracer: StageTracer | null): void {
  traced.tracer = tracer
}

/**
 * Does a stage's work, and reports its duration if somebody listens: a bench, or a tracer. `detail` is the name of a
 * verb or an operation, never a visitor's text.
 */
export async function runStage<T>(
  name: StageName,
  work: () => Promise<T>,
  detail: string | null = null,
): Promise<T> {
  const { tracer } = traced
  if (tracer === null) return timed(name, work)
  const request = currentRequest()
  const span = tracer.begin(name, detail, request.place)
  try {
    const result = await withRequest({ ...request, place: span.place }, () => timed(name, work))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

async function timed<T>(name: StageName, work: () => Promise<T>): Promise<T> {
  if (!stages.hasSubscribers) return work()
  const since = performance.now()
  try {
    return await work()
  } finally {
    stages.publish({ name, since, until: performance.now() } satisfies Stage)
  }
}
