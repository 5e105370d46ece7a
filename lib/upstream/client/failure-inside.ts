import { type JsonValue, valueAt } from './json'

/**
 * Whether a body with status 200 says that the call failed: `status: "error"`, `success: false`, or an error instead of
 * the content. Some services of this kind answer so.
 */
export function saysItFailed(body: JsonValue, hasContent: boolean): boolean {
  const status = valueAt(body, 'status')
  if (typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status)) return true
  if (valueAt(body, 'success') === false) return true
  return !hasContent && (isTold(valueAt(body, 'error')) || isTold(valueAt(body, 'errors')))
}

/** Services that failed in nothing may say so by an empty list, text or a zero. */
const isTold = (value: JsonValue | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)
