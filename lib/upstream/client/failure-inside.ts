import { type JsonValue, valueAt } from './json'

/**
 * Returns whether a body with status 200 says that the call failed: `status: "error"`, `success: false`, or an error
 * instead of the content. Some services answer so.
 */
export function saysItFailed(body: JsonValue, hasContent: boolean): boolean {
  const status = valueAt(body, 'status')
  if (typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status)) return true
  if (valueAt(body, 'success') === false) return true
  return !hasContent && (isTold(valueAt(body, 'error')) || isTold(valueAt(body, 'errors')))
}

/** Ignores an empty list, an empty text and a zero, by which services may state that there was no error. */
const isTold = (value: JsonValue | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)
