// Each request has an id, which every line of the log that belongs to it names: see lib/platform/process/request-context.ts.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const NAME = 'x-request-id'
/** What a proxy may call a request: nothing that could be anything else in a log. */
const FORM = /^[\w.:-]{8,64}$/
const TRACE_PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** What the process keeps under a name, as `processWide` of lib/platform/process does. */
function kept(name, make) {
  const key = Symbol.for(`purser.${name}`)
  globalThis[key] ??= { value: make() }
  return globalThis[key].value
}

/** Names a request: as a trusted proxy calls it, or by an id of its own. The app finds it in the headers. */
export function nameRequest(headers, isTrusted) {
  const given = headers[NAME]
  const requestId = isTrusted && typeof given === 'string' && FORM.test(given) ? given : randomUUID()
  headers[NAME] = requestId
  return requestId
}

/** The span of a trusted proxy under which ours begin. */
function placeOf(headers, isTrusted) {
  const [, traceId, spanId, flags] = (isTrusted && TRACE_PARENT.exec(headers.traceparent ?? '')) || []
  return traceId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : null
}

/**
 * Answers a request as one: what follows from it knows its id, and the language that the browser asks for. Where the app watches requests (lib/server/telemetry), it
 * is told of this one.
 */
export function answerNamed(request, response, { requestId, isTrusted }, answer) {
  response.setHeader(NAME, requestId)
  const watch = globalThis[Symbol.for('purser.request-watch')]?.value
  const place = watch?.(request, response, { requestId, parent: placeOf(request.headers, isTrusted) }) ?? null
  const language = request.headers['accept-language']
  kept('request', () => new AsyncLocalStorage()).run({ requestId, place, language, shown: {} }, answer)
}
