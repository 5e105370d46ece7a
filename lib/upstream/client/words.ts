import { isObject, type JsonValue, parseJson, toNonEmptyText, valueAtPath } from './json'
import { redactKeys } from './key-format'
import type { Provider } from './provider'

const MAX_CHARACTERS = 300
/** Maximum number of characters that are read of an error; this also bounds the work below. */
const READ_AT_MOST = 10_000

/**
 * Returns the upstream's own words in an error's body, as plain text; null if there are none. Its shape is "not shown"
 * (Errors).
 */
export function upstreamErrorText(body: string | null, provider: Provider): string | null {
  if (body === null) return null
  const json = parseJson(body, provider.limits.jsonDepth)
  if (json !== undefined) return parsedErrorText(json, provider)
  return plainText(withoutTags(body.slice(0, READ_AT_MOST)), provider)
}

/** Returns the upstream's own words in a parsed body. */
export function parsedErrorText(body: JsonValue, provider: Provider): string | null {
  const words = typeof body === 'string' ? body : spoken(body, provider.errorFields)
  return words === null ? null : plainText(words.slice(0, READ_AT_MOST), provider)
}

/** Looks for words in each named field, and in the objects or lists inside it. */
function spoken(value: JsonValue | undefined, fields: readonly string[]): string | null {
  for (const field of fields) {
    const found = valueAtPath(value, field)
    const inner = Array.isArray(found) ? found[0] : found
    const words = isObject(inner) ? spoken(inner, fields) : toNonEmptyText(inner)
    if (words !== null) return words
  }
  return null
}

/** Returns all words in an error's body, whichever field they are in, to search them for signs. */
export function allErrorText(body: string | null, provider: Provider): string {
  if (body === null) return ''
  const json = parseJson(body, provider.limits.jsonDepth)
  return json === undefined ? withoutTags(body.slice(0, READ_AT_MOST)) : allParsedErrorText(json, provider)
}

/** Returns all words in a parsed body. */
export function allParsedErrorText(body: JsonValue, { errorFields }: Provider): string {
  const all = (value: JsonValue | undefined): string[] => {
    if (Array.isArray(value)) return value.flatMap(all)
    if (isObject(value)) return errorFields.flatMap((field) => all(valueAtPath(value, field)))
    const text = toNonEmptyText(value)
    return text === null ? [] : [text]
  }
  return all(body).join('\n').slice(0, READ_AT_MOST)
}

const withoutTags = (html: string): string =>
  html.replace(/<(script|style|head)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^<>]*>/g, ' ')

/** Returns one line without invisible characters (\p{C}: controls, and marks that change the direction of writing). */
function plainText(words: string, provider: Provider): string | null {
  const line = redactKeys(words.replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim(), provider)
  const characters = Array.from(line)
  const cut =
    characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : line
  return cut === '' ? null : cut
}
