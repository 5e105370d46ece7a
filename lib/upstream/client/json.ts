import { isSafeNumber, parse } from 'lossless-json'
import { type Nano, parseNano } from '@/lib/kernel'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [name: string]: JsonValue
}

const MAX_NUMBER_LENGTH = 40
/**
 * A number of sixteen digits and points, or with an exponent. Only such numbers can be rounded; without them the
 * built-in parser gives the same result several times as fast. A text that merely looks like one costs time, nothing
 * else.
 */
const MAY_BE_ROUNDED = /(?:^|[[:,])\s*-?\d(?:[\d.]{15}|[\d.]*[eE])/

/**
 * Parses untrusted JSON. Returns undefined if it is not JSON or nests deeper than `maxDepth`. Numbers that floating
 * point would round (ids past 2^53) become text with every digit. Of equal names the last counts, as in JSON.parse.
 */
export function parseJson(text: string, maxDepth: number): JsonValue | undefined {
  try {
    if (!MAY_BE_ROUNDED.test(text)) return withinDepth(maxDepth, JSON.parse(text))
    if (nestsDeeperThan(maxDepth, text)) return undefined
    const onDuplicateKey = ({ newValue }: { newValue: unknown }) => newValue
    // With this number parser, `parse` returns nothing but JSON values.
    return parse(text, null, { parseNumber: keepDigits, onDuplicateKey }) as JsonValue
  } catch {
    return undefined
  }
}

// The length is checked first because isSafeNumber takes quadratic time on a hostile number.
const keepDigits = (text: string): string | number =>
  text.length <= MAX_NUMBER_LENGTH && isSafeNumber(text) ? Number(text) : text

/** Returns the value unless it nests deeper. The built-in parser does not recurse, so its result can be measured. */
const withinDepth = (maxDepth: number, value: JsonValue): JsonValue | undefined =>
  isWithin(maxDepth, value) ? value : undefined

const isWithin = (depth: number, value: JsonValue): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((inner) => isWithin(depth - 1, inner)))

/**
 * Measures the depth before parsing, because the lossless parser recurses at each level and a hostile answer could
 * overflow the stack.
 */
function nestsDeeperThan(maxDepth: number, text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > maxDepth) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}

/** Returns whether a value is an object, neither array nor null. */
export const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the value at a dotted path ("meta.charge") of nested objects, or undefined. */
export function valueAtPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  if (!path.includes('.')) return isObject(value) && Object.hasOwn(value, path) ? value[path] : undefined
  return path
    .split('.')
    .reduce<JsonValue | undefined>(
      (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
      value,
    )
}

/** Returns a number or non-empty text as text, else null. */
export function toNonEmptyText(value: JsonValue | undefined): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Returns the first of the named fields that holds a number or non-empty text, as text. */
export function firstText(value: JsonValue | undefined, paths: readonly string[]): string | null {
  for (const path of paths) {
    const text = toNonEmptyText(valueAtPath(value, path))
    if (text !== null) return text
  }
  return null
}

/** Maximum length of an id. PostgreSQL's indexes hold about five times as much. */
const MAX_ID_LENGTH = 500

/**
 * Returns the first of the named fields that holds an id; null if the databases could not store it: one that is endless,
 * or has a NUL or half a surrogate pair.
 */
export function firstId(value: JsonValue | undefined, paths: readonly string[]): string | null {
  const id = firstText(value, paths)
  return id !== null && id.length <= MAX_ID_LENGTH && !id.includes('\0') && id.isWellFormed() ? id : null
}

/** Maximum amount that the database can hold (64 bits). */
const MAX_AMOUNT = 2n ** 63n - 1n
const MAX_LENGTH = 40

/** Returns whether an amount fits into the database. */
export const isStorableAmount = (amount: Nano): boolean => amount <= MAX_AMOUNT && amount >= -MAX_AMOUNT

/**
 * Reads a number of credits, or its decimal text, as nano-credits without rounding by floating point. Null if it is
 * not an amount.
 */
export function readAmount(value: JsonValue | undefined): Nano | null {
  const text = toNonEmptyText(value)
  if (text === null || text.length > MAX_LENGTH) return null
  const amount = parseNano(text)
  return amount !== null && isStorableAmount(amount) ? amount : null
}
