import type { Operation } from '@/lib/kernel'
import { isObject, type JsonObject, type JsonValue, textOf, valueAt } from './json'
import { listOf, type Provider } from './provider'

/** The items of an answer, and the object around them. */
export interface Listing {
  readonly items: readonly JsonValue[]
  readonly around: JsonObject
}

/**
 * Finds the array that holds the items; its name is "not shown" (section "Page"). The provider's name decides; else the
 * only array of objects; else, of several, the first with a usual name. Looks one level deeper if the top has none.
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

/** An array's neighbours are its parent's fields: the cursor may be there. */
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

/** The only array of objects that certainly holds no items. */
const isErrors = (name: string): boolean => /^(errors?|warnings)$/.test(name)

const isArray = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** Fields with which services count what they found. */
const COUNTS = ['result_count', 'count', 'total', 'total_count', 'totalCount', 'num_results', 'results_count']

/** How many items an answer says that it found, whatever its list holds; undefined where it counts none. */
export function countIn(body: JsonValue): number | undefined {
  const counts = [body, ...insideOf(body)].flatMap((around) => COUNTS.map((name) => valueAt(around, name)))
  return counts
    .map((count) => textOf(count) ?? '')
    .filter((text) => /^\d+$/.test(text))
    .map(Number)[0]
}

/** Finds null where the list would be, as a list of nothing: none was found, unless the answer leads on. */
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

/** The fields of an answer, but what is wrong in it. */
const insideOf = (body: JsonValue): JsonValue[] =>
  isObject(body) ? Object.entries(body).flatMap(([name, inner]) => (isErrors(name) ? [] : [inner])) : []

/** The places on the way to a field, and its own: null at one of them is null at the field. */
const waysTo = (path: string): string[] =>
  path.split('.').map((_, at, steps) => steps.slice(0, at + 1).join('.'))

const isArrayOfObjects = (value: JsonValue | undefined): value is readonly JsonObject[] =>
  isArray(value) && value.every(isObject)
