import type { Operation } from '@/lib/kernel'
import { isObject, type JsonObject, type JsonValue, textOf, valueAt } from './json'
import { listOf, type Provider } from './provider'

/** The items of an answer and the object around them. */
export interface Listing {
  readonly items: readonly JsonValue[]
  readonly around: JsonObject
}

/**
 * Finds the array that holds the items, whose name is "not shown" (section "Page"). The provider's name decides; else
 * the only array of objects; else, of several, the first with a usual name. Looks one level deeper if the top has
 * none.
 */
export function findListing(body: JsonValue, operation: Operation, provider: Provider): Listing | null {
  const named = listOf(provider, operation).items
  if (named !== null) return isObject(body) ? listingAt(body, named) : null
  if (isArrayOfObjects(body)) return { items: body, around: {} }
  if (!isObject(body)) return null
  const own = listingIn(body, provider.usualArrays)
  if (own) return own
  const inner = Object.entries(body).flatMap(([name, value]) =>
    isErrors(name) || !isObject(value) ? [] : (listingIn(value, provider.usualArrays) ?? []),
  )
  return inner.length === 1 ? (inner[0] ?? null) : null
}

/** Returns the array together with its parent, whose other fields may hold the cursor. */
function listingAt(body: JsonObject, path: string): Listing | null {
  const items = valueAt(body, path)
  const parent = path.includes('.') ? valueAt(body, path.slice(0, path.lastIndexOf('.'))) : body
  return isArray(items) && isObject(parent) ? { items, around: parent } : null
}

function listingIn(body: JsonObject, usualNames: readonly string[]): Listing | null {
  const found = Object.entries(body).flatMap(([name, items]) =>
    isArrayOfObjects(items) && !isErrors(name) ? [{ name, items }] : [],
  )
  const usual = usualNames.flatMap((wanted) => found.filter(({ name }) => name === wanted))
  const chosen = found.length === 1 ? found[0] : usual[0]
  return chosen ? { items: chosen.items, around: body } : null
}

/** Recognises arrays of objects that certainly hold no items. */
const isErrors = (name: string): boolean => /^(errors?|warnings)$/.test(name)

const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** Fields with which services count the items of a page. */
const PAGE_COUNTS = ['result_count', 'count', 'num_results', 'results_count']
/** Fields with which services count what they found, on all pages together. */
const TOTALS = ['total', 'total_count', 'totalCount']

/** Returns whether an answer without a list counts nothing. */
export const countsNone = (body: JsonValue): boolean => hasCount(body, [...PAGE_COUNTS, ...TOTALS], /^0$/)

/** Returns whether an answer counts items on its page, whatever its list holds. */
export const countsSome = (body: JsonValue): boolean => hasCount(body, PAGE_COUNTS, /^[1-9]\d*$/)

const hasCount = (body: JsonValue, names: readonly string[], form: RegExp): boolean =>
  [body, ...insideOf(body)].some((around) =>
    names.some((name) => form.test(textOf(valueAt(around, name)) ?? '')),
  )

/** Finds null in place of the list and reads it as an empty list. */
export function findNullList(body: JsonValue, operation: Operation, provider: Provider): Listing | null {
  const named = listOf(provider, operation).items
  const hasNull = (around: JsonObject) =>
    (named === null ? provider.usualArrays : waysTo(named)).some((name) => valueAt(around, name) === null)
  const places = named === null ? [body, ...insideOf(body)] : [body]
  const around = places.filter(isObject).find(hasNull)
  if (around === undefined) return null
  const parent = named?.includes('.') ? valueAt(body, named.slice(0, named.lastIndexOf('.'))) : around
  return { items: [], around: isObject(parent) ? parent : around }
}

/** Returns the values of an answer's fields, except its errors. */
const insideOf = (body: JsonValue): JsonValue[] =>
  isObject(body) ? Object.entries(body).flatMap(([name, inner]) => (isErrors(name) ? [] : [inner])) : []

/** Returns every prefix of a path and the path itself: null at one of them means null at the field. */
const waysTo = (path: string): string[] =>
  path.split('.').map((_, at, steps) => steps.slice(0, at + 1).join('.'))

const isArrayOfObjects = (value: JsonValue | undefined): value is readonly JsonObject[] =>
  isArray(value) && value.every(isObject)
