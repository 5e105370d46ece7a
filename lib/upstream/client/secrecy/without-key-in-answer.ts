import type { Exchange } from '../http'
import { isObject, type JsonValue, parseJson } from '../json'
import type { Provider } from '../provider'
import { KEY_REMOVED, textWithoutKey, valueWithoutKey } from './without-key'

/** An answer without the key that it was asked with, and its body as JSON; undefined if it is not JSON. */
export interface CleanAnswer {
  readonly exchange: Exchange<string>
  readonly json: JsonValue | undefined
  /** True if any part of it held the key. */
  readonly heldKey: boolean
}

/**
 * Removes the key from everything that is kept of an answer: from the parsed body, and so from its text, and from its
 * headers.
 */
export function withoutKey(received: Exchange, key: string, { limits }: Provider): CleanAnswer {
  const text = received.body && new TextDecoder().decode(received.body)
  const json = text === null ? undefined : parseJson(text, limits.jsonDepth)
  const clean = json === undefined ? undefined : valueWithoutKey(json, key)
  const body = text === null ? null : bodyWithoutKey(text, clean, clean !== json, key)
  const headers = headersWithoutKey(received.headers, key)
  const heldKey = body !== text || headers !== received.headers
  return { exchange: { ...received, headers, body }, json: clean, heldKey }
}

/** Returns the body's text. If it held the key: its cleaned JSON, or the rest of the text if it is not JSON. */
function bodyWithoutKey(
  text: string,
  clean: JsonValue | undefined,
  jsonHeldKey: boolean,
  key: string,
): string {
  // Parsing keeps the last of two fields of one name, so the text may hold the key although the JSON does not.
  const rest = jsonHeldKey ? null : textWithoutKey(text, key)
  return rest === text ? text : clean === undefined ? (rest ?? text) : JSON.stringify(clean)
}

/** Returns the headers without the key and without those whose name held it; the same map if none does. */
export function headersWithoutKey(headers: Exchange['headers'], key: string): Exchange['headers'] {
  const given = Object.fromEntries(headers)
  const clean = valueWithoutKey(given, key)
  if (clean === given || !isObject(clean)) return headers
  // A cleaned name is no valid HTTP header name, so the gateway could not pass the answer on.
  const named = Object.entries(clean).filter(([name]) => !name.includes(KEY_REMOVED))
  return new Map(named.map(([name, value]) => [name, String(value)]))
}
