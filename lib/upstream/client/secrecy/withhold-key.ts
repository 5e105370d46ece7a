import type { HttpExchange } from '../http'
import { isObject, type JsonValue, parseJson } from '../json'
import type { Provider } from '../provider'
import { containsKey, createKeyNeedle, type KeyNeedle, longestKeyMatch } from './find-key'

/** Replacement for a text that repeats the key that it was asked with. */
export const WITHHELD_TEXT = '[withheld: contains the API key]'

/** Returns a text unless it repeats a key in a form that programs write (decision 19 names the exceptions). */
export function withholdKeyInText(text: string, key: string): string {
  const needle = createKeyNeedle(key)
  return needle && containsKey(text, needle) ? WITHHELD_TEXT : text
}

/**
 * Withholds each text, number and field name of parsed JSON that repeats the key, alone or together with its
 * neighbours. Returns the value itself if there is none.
 */
export function withholdKeyInValue(value: JsonValue, key: string): JsonValue {
  const needle = createKeyNeedle(key)
  if (!needle) return value
  const found = new Set(streamsOf(value).flatMap((stream) => [...ownersOfKey(stream, needle)]))
  return found.size === 0 ? value : withheldIn(value, found)
}

/**
 * The body of an answer as it arrived, and the answer as it may be shown. A body's JSON is undefined if it has none.
 */
interface SearchedAnswer {
  readonly text: string | null
  readonly json: JsonValue | undefined
  readonly clean: { readonly exchange: HttpExchange<string>; readonly json: JsonValue | undefined }
  /** True if any part of it held the key. */
  readonly heldKey: boolean
}

/** Withholds what holds the key from the body and the headers of an answer. */
export function withholdKeyInAnswer(
  received: HttpExchange,
  key: string,
  { limits }: Provider,
): SearchedAnswer {
  const text = received.body && new TextDecoder().decode(received.body)
  const json = text === null ? undefined : parseJson(text, limits.jsonDepth)
  const clean = json === undefined ? undefined : withholdKeyInValue(json, key)
  // Parsing keeps the last of two fields of one name, so the text may hold the key although the JSON does not.
  const isBodyClean = text === null || (clean === json && withholdKeyInText(text, key) === text)
  const body = isBodyClean ? text : clean === undefined ? WITHHELD_TEXT : JSON.stringify(clean)
  const headers = withholdKeyInHeaders(received.headers, key)
  return {
    text,
    json,
    clean: { exchange: { ...received, headers, body }, json: clean },
    heldKey: !isBodyClean || headers !== received.headers,
  }
}

/** Returns the headers without the key and without those whose name held it; the same map if none does. */
export function withholdKeyInHeaders(headers: HttpExchange['headers'], key: string): HttpExchange['headers'] {
  const given = Object.fromEntries(headers)
  const clean = withholdKeyInValue(given, key)
  if (clean === given || !isObject(clean)) return headers
  // A withheld name is no valid HTTP header name, so the gateway could not pass the answer on.
  const named = Object.entries(clean).filter(([name]) => !name.startsWith(WITHHELD_TEXT))
  return new Map(named.map(([name, value]) => [name, String(value)]))
}

/**
 * Returns whether a body can be searched for a key. A packed body holds control characters even if no header says that
 * it is packed; a text holds none except line breaks, tabs and, in UTF-16, zeros.
 */
export function isSearchableText(body: Uint8Array): boolean {
  // A plain loop: every page of the gateway is searched, and a call for each byte takes six times as long.
  for (let at = 0; at < body.length; at++) {
    const code = body[at] ?? 0
    if (code < 0x20 && code !== 0 && (code < 0x09 || code > 0x0d)) return false
  }
  return true
}

/** A leaf by its index in the value, or a name. */
type Owner = number | string

/** Texts of a value that a reader could join, in the value's order. */
interface TextStream {
  readonly parts: string[]
  readonly owners: Owner[]
}

/** Minimum of a number that is as long as what is searched for. */
const LONG_NUMBER = 1e11

/**
 * Returns the ways in which a value could hold a key: its texts and long numbers; its names, each once; names together
 * with the texts beside them; and small numbers, which are bytes if a program writes a key as an array.
 */
function streamsOf(value: JsonValue): readonly TextStream[] {
  const [texts, names, mixed, bytes] = [emptyStream(), emptyStream(), emptyStream(), emptyStream()]
  const known = new Set<string>()
  let leaf = 0
  /** The text before the next name, unless the stream already has it. */
  let before: readonly [text: string, owner: Owner] | null = null
  let isAfterName = false

  const addName = (name: string): void => {
    if (known.has(name)) return
    known.add(name)
    add(names, name, name)
    if (before) add(mixed, ...before)
    add(mixed, name, name)
    before = null
    isAfterName = true
  }
  const addLeaf = (inner: JsonValue): void => {
    const owner = leaf++
    if (isByte(inner)) {
      add(bytes, String.fromCharCode(inner), owner)
      return
    }
    const isLong = typeof inner === 'number' && Math.abs(inner) >= LONG_NUMBER
    if (typeof inner !== 'string' && !isLong) return
    add(texts, String(inner), owner)
    if (isAfterName) add(mixed, String(inner), owner)
    else before = [String(inner), owner]
    isAfterName = false
  }
  const visit = (inner: JsonValue): void => {
    if (Array.isArray(inner)) for (const each of inner) visit(each)
    else if (isObject(inner))
      for (const [name, held] of Object.entries(inner)) {
        addName(name)
        visit(held)
      }
    else addLeaf(inner)
  }
  visit(value)
  return [texts, names, mixed, bytes]
}

const emptyStream = (): TextStream => ({ parts: [], owners: [] })

function add({ parts, owners }: TextStream, part: string, owner: Owner): void {
  if (part === '') return
  parts.push(part)
  owners.push(owner)
}

const isByte = (value: JsonValue): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0x20 && value < 0x7f

/** Yields the owners of the parts of a stream that repeat the key, alone or joined to their neighbours. */
function* ownersOfKey({ parts, owners }: TextStream, needle: KeyNeedle): Generator<Owner> {
  const joined = (from: number, to: number) => parts.slice(from, to).join('')
  const repeats = (from: number, to: number) => containsKey(joined(from, to), needle)
  const longest = (from: number, to: number) => longestKeyMatch(joined(from, to), needle)
  if (!repeats(0, parts.length)) return
  let begun = 0
  for (;;) {
    const size = leastCount(parts.length - begun, (count) => repeats(begun, begun + count))
    if (size === null) return
    let to = begun + size
    let from = to - (leastCount(size, (count) => repeats(to - count, to)) ?? size)
    // Twelve characters are enough to find a key; those before and after them belong to it as well.
    let length = longest(from, to)
    const mayGrow = () => length < needle.length
    while (mayGrow() && from > begun && longest(from - 1, to) > length) length = longest(--from, to)
    while (mayGrow() && to < parts.length && longest(from, to + 1) > length) length = longest(from, ++to)
    yield* owners.slice(from, to)
    begun = to
  }
}

/** Returns the smallest count up to `max` that is enough, trying small ones first; null if none is. */
function leastCount(max: number, isEnough: (count: number) => boolean): number | null {
  let [tooFew, enough] = [0, Math.min(1, max)]
  while (!isEnough(enough)) {
    if (enough === max) return null
    tooFew = enough
    enough = Math.min(2 * enough, max)
  }
  while (enough - tooFew > 1) {
    const middle = (tooFew + enough) >> 1
    if (isEnough(middle)) enough = middle
    else tooFew = middle
  }
  return enough
}

/** Returns a copy of a value without its leaves and names that are to be withheld. */
function withheldIn(value: JsonValue, found: ReadonlySet<Owner>): JsonValue {
  // Withheld names are numbered, or one field would overwrite another.
  const names = new Map(
    [...found]
      .filter((owner) => typeof owner === 'string')
      .map((name, at) => [name, at === 0 ? WITHHELD_TEXT : `${WITHHELD_TEXT} ${at + 1}`]),
  )
  let leaf = 0
  const clean = (inner: JsonValue): JsonValue => {
    if (Array.isArray(inner)) return inner.map(clean)
    if (isObject(inner))
      return Object.fromEntries(
        Object.entries(inner).map(([name, held]) => [names.get(name) ?? name, clean(held)]),
      )
    return found.has(leaf++) ? WITHHELD_TEXT : inner
  }
  return clean(value)
}
