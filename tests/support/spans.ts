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

/** A span that a collector got. */
export interface GotSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly name: string
}

/** The spans that came by OTLP as JSON. */
export const spansIn = ({ received }: Receiver<Received>): GotSpan[] =>
  received.flatMap(({ body }) =>
    sent
      .parse(JSON.parse(body))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  )

/** The names of a span and of all above it, the uppermost first. */
export function pathOf(span: GotSpan, all: readonly GotSpan[]): string[] {
  const parent = all.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? pathOf(parent, all) : []), span.name]
}
