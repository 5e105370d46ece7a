import { isObject, type JsonObject, type JsonValue, valueAt } from '../json'

/** An array of objects within an answer, by its dotted path. The path is empty if the answer itself is the array. */
export interface FoundArray {
  readonly path: string
  readonly items: readonly JsonObject[]
}

const DEEPEST = 3
const USUAL = /(tweets?|posts?|users?|accounts?|followers?|items?|results?|data|statuses|entries|list)$/i
const NEVER = /^(errors?|warnings?)$/i
const BESIDE = /^(includes?|included|expansions|meta|media|links|related|suggestions|ads)$/i
/** Field names that most things on a social platform have. */
const TELLING = /(^id$|_id$|Id$|id_str$|text|name|created|time|date|url|link|bio|description)/i

/** Returns the array that most likely holds an answer's items; null if it has no array of objects. */
export function detectArray(body: JsonValue): FoundArray | null {
  const found = arraysIn(body, '', 0)
  const ranked = found.map((array) => ({ array, score: scoreOf(array) }))
  return ranked.sort((a, b) => b.score - a.score)[0]?.array ?? null
}

/** Returns the array that the provider names, if it holds items. */
export function namedArray(body: JsonValue, path: string | null): FoundArray | null {
  const items = path === null ? undefined : valueAt(body, path)
  return path !== null && items !== undefined && isObjects(items) && items.length > 0 ? { path, items } : null
}

function arraysIn(value: JsonValue, path: string, depth: number): FoundArray[] {
  if (isObjects(value)) return [{ path, items: value }]
  if (!isObject(value) || depth === DEEPEST) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    // A name with a dot cannot be part of a path.
    NEVER.test(name) || !/^[\w-]+$/.test(name)
      ? []
      : arraysIn(inner, path ? `${path}.${name}` : name, depth + 1),
  )
}

const isObjects = (value: JsonValue): value is readonly JsonObject[] =>
  Array.isArray(value) && value.every(isObject)

/** Scores an array. What looks like items counts most, then a usual name, then length, then nearness to the top. */
function scoreOf({ path, items }: FoundArray): number {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const [sample] = items
  const telling = sample ? Object.keys(sample).filter((field) => TELLING.test(field)).length : 0
  return (
    Math.min(telling, 5) * 10 +
    (USUAL.test(name) ? 20 : 0) -
    (BESIDE.test(name) ? 40 : 0) +
    Math.min(items.length, 20) / 2 -
    path.split('.').length
  )
}
