import { AppError } from '@/lib/kernel'
import { type SpanPosition, type StageTracer, setStageTracer } from '@/lib/platform/process'
import type { Env } from '@/lib/platform/settings'

/** The traces of a process. */
export interface Tracing {
  /** Begins the span of a request. Only a route's pattern may enter it, never a URL. */
  beginRequest(method: string, parent: SpanPosition | null): RequestSpan
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

export interface RequestSpan {
  readonly place: SpanPosition
  end(route: string, status: number): void
}

type TracingSettings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_SDK_DISABLED'
>

/**
 * Traces this process from now on if the settings name where traces go; otherwise returns null, and nothing of
 * OpenTelemetry is loaded. Spans have only Purser's own names: no text of a visitor, no key, no person. They do not
 * join the global tracer, because frameworks write whole URLs into their spans.
 */
export async function startTracing(env: TracingSettings, processName: string): Promise<Tracing | null> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined || env.OTEL_SDK_DISABLED === 'true') return null
  const [api, sdk, { OTLPTraceExporter }, { detectResources, envDetector, resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ])
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api
  const named = resourceFromAttributes({ 'service.name': 'purser' })
  const resource = named
    .merge(detectResources({ detectors: [envDetector] }))
    .merge(resourceFromAttributes({ 'purser.process': processName }))
  // The exporter reads its other variables itself, and the provider those of the sampler.
  const spanProcessors = [new sdk.BatchSpanProcessor(new OTLPTraceExporter())]
  const provider = new sdk.NodeTracerProvider({ resource, spanProcessors })
  const tracer = provider.getTracer('purser')

  const begin = (name: string, kind: number, parent: SpanPosition | null) => {
    const under = parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind }, under)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return { span, place: { traceId, spanId, traceFlags } }
  }
  const stages: StageTracer = {
    begin(name, detail, parent) {
      const kind = name === 'call' ? SpanKind.CLIENT : SpanKind.INTERNAL
      const { span, place } = begin(detail === null ? name : `${name} ${detail}`, kind, parent)
      return {
        place,
        end(error) {
          if (error !== undefined) {
            // Not its message, which may contain what somebody typed.
            span.setAttribute('error.type', error instanceof AppError ? error.code : 'unexpected')
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
  }
  setStageTracer(stages)
  return {
    beginRequest(method, parent) {
      const { span, place } = begin(method, SpanKind.SERVER, parent)
      return {
        place,
        end(route, status) {
          span.updateName(`${method} ${route}`)
          span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
          })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    async close() {
      setStageTracer(null)
      await provider.shutdown().catch(() => undefined)
    },
  }
}
