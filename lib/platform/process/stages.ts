import { channel } from 'node:diagnostics_channel'
import { processWide } from './process-wide'
import { currentRequest, type TracePlace, withRequest } from './request-context'

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
export interface BegunSpan {
  readonly place: TracePlace
  end(error?: unknown): void
}

/** Creates spans of stages; see lib/platform/tracing. */
export interface StageTracer {
  begin(name: StageName, detail: string | null, parent: TracePlace | null): BegunSpan
}

const stages = channel('purser.stage')
const traced = processWide('tracer', (): { tracer: StageTracer | null } => ({ tracer: null }))

/** Makes each later stage of this process a span; null stops that. */
export function traceStages(tracer: StageTracer | null): void {
  traced.tracer = tracer
}

/**
 * Does a stage's work, and reports its duration if somebody listens: a bench, or a tracer. `detail` is the name of a
 * verb or an operation, never a visitor's text.
 */
export async function staged<T>(
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
