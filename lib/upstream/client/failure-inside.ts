import { type JsonValue, valueAtPath } from './json'

/**
 * Returns whether a body with status 200 says that the call failed: `status: "error"`, `success: false`, or an error
 * instead of the content. Some services answer so.
 */
export function reportsFailure(body: JsonValue, hasContent: boolean): boolean {
  const status = valueAtPath(body, 'status')
  if (typeof status === 'string' && /^(error|fail(ed|ure)?)$/i.test(status)) return true
  if (valueAtPath(body, 'success') === false) return true
  return !hasContent && (isTold(valueAtPath(body, 'error')) || isTold(valueAtPath(body, 'errors')))
}

/** Ignores an empty list, an empty text and a zero, by which services may state that there was no error. */
const isTold = (value: JsonValue | undefined): boolean =>
  Array.isArray(value) ? value.length > 0 : Boolean(value)
