import { z } from 'zod'
import type { Received, Receiver } from './receivers'

const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: z.unknown() })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(''),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: z.unknown() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
})

/** A span that a collector received. */
export interface GotSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
}

/** Returns the spans that arrived by OTLP as JSON. */
export const spansIn = ({ received }: Receiver<Received>): GotSpan[] =>
  received.flatMap(({ body }) =>
    sent
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

/** Returns the names of a span and its ancestors, topmost first. */
export function pathOf(span: GotSpan, all: readonly GotSpan[]): string[] {
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathOf(parent, all) : []), span.name]
}
