import type { Contract } from '../contract'
import type { Exchange } from '../http'
import { isObject, type JsonValue, parseJson } from '../json'
import { textWithoutKey, valueWithoutKey } from './without-key'

/** An answer without the key that it was asked with, and its body as JSON; undefined if that is no JSON. */
export interface CleanAnswer {
  readonly exchange: Exchange<string>
  readonly json: JsonValue | undefined
}

/** Takes the key out of everything that is kept of an answer: of the parsed body, and so of its text, and of its headers. */
export function withoutKey(received: Exchange, key: string, { limits }: Contract): CleanAnswer {
  const text = received.body && new TextDecoder().decode(received.body)
  const json = text === null ? undefined : parseJson(text, limits.jsonDepth)
  const clean = json === undefined ? undefined : valueWithoutKey(json, key)
  const body = clean === json ? text : JSON.stringify(clean)
  const headers = headersWithoutKey(received.headers, key)
  return {
    exchange: {
      ...received,
      headers,
      body: json === undefined && body !== null ? textWithoutKey(body, key) : body,
    },
    json: clean,
  }
}

function headersWithoutKey(headers: Exchange['headers'], key: string): Exchange['headers'] {
  const given = Object.fromEntries(headers)
  const clean = valueWithoutKey(given, key)
  if (clean === given || !isObject(clean)) return headers
  return new Map(Object.entries(clean).map(([name, value]) => [name, String(value)]))
}
