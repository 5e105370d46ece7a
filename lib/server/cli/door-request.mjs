// Gives each request an id, which every line of its log names: see lib/platform/process/request-context.ts.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const NAME = 'x-request-id'
/** Form of the ids that a proxy may set: nothing that could be taken for anything else in a log. */
const FORM = /^[\w.:-]{8,64}$/
const TRACE_PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Returns the value that the process keeps under a name, as `processWide` of lib/platform/process does. */
function kept(name, make) {
  const key = Symbol.for(`purser.${name}`)
  globalThis[key] ??= { value: make() }
  return globalThis[key].value
}

/** Names a request by a trusted proxy's id for it, else by a new id. The app finds the id in the headers. */
export function nameRequest(headers, isTrusted) {
  const given = headers[NAME]
  const requestId = isTrusted && typeof given === 'string' && FORM.test(given) ? given : randomUUID()
  headers[NAME] = requestId
  return requestId
}

/** Returns a trusted proxy's span, under which ours begin; null if there is none. */
function placeOf(headers, isTrusted) {
  const [, traceId, spanId, flags] = (isTrusted && TRACE_PARENT.exec(headers.traceparent ?? '')) || []
  return traceId ? { traceId, spanId, traceFlags: Number.parseInt(flags, 16) } : null
}

/**
 * Answers a request in a context that knows its id and the language that the browser asks for. If the app watches
 * requests (lib/server/telemetry), it is notified of this one.
 */
export function answerNamed(request, response, { requestId, isTrusted }, answer) {
  response.setHeader(NAME, requestId)
  const watch = globalThis[Symbol.for('purser.request-watch')]?.value
  const place = watch?.(request, response, { requestId, parent: placeOf(request.headers, isTrusted) }) ?? null
  const language = request.headers['accept-language']
  kept('request', () => new AsyncLocalStorage()).run({ requestId, place, language, shown: {} }, answer)
}
