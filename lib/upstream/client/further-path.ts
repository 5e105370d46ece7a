import { reportsFailure } from './failure-inside'
import type { Headers } from './http'
import { serviceGivenId } from './items'
import { firstId, isObject, type JsonValue, valueAtPath } from './json'
import { NO_ITEMS, reportedCharge } from './page'
import { failedInsideProblem } from './problems'
import type { Provider } from './provider'
import type { FurtherRequest, PageOutline, ReadResult } from './types'

/** Ids of an answer that names no items: it counts as one item. */
const ONE_ITEM: readonly string[] = ['']

/**
 * Reads what an answer of a further path returned and, if it says so, its cost. Its content is not kept. Never throws.
 */
export function readFurtherAnswer(
  body: JsonValue,
  headers: Headers,
  { items, id }: Pick<FurtherRequest, 'items' | 'id'>,
  provider: Provider,
): ReadResult<PageOutline> {
  const only = id && firstId(body, id)
  const ids = items !== null ? idsIn(valueAtPath(body, items), provider) : only === null ? ONE_ITEM : [only]
  const hasContent = items === null && id === null ? holdsMore(body) : ids !== ONE_ITEM && ids.length > 0
  if (reportsFailure(body, hasContent)) return { ok: false, problem: failedInsideProblem(body, provider) }
  return {
    ok: true,
    value: { ...NO_ITEMS, ids, reportedChargeNano: reportedCharge(body, headers, provider) },
  }
}

/** Returns the ids of an array's entries, or of a single object. An entry without an id is identified by its index. */
function idsIn(value: JsonValue | undefined, { fields }: Provider): readonly string[] {
  const entries = Array.isArray(value) ? value : isObject(value) ? [value] : []
  return entries.map((entry: JsonValue, index) => serviceGivenId(entry, { fields }) ?? `#${index}`)
}

/** Fields by which an error describes itself. */
const OF_ERRORS = /^(errors?|status|success|code|msg|message|title|detail|type)$/

const holdsMore = (body: JsonValue): boolean =>
  !isObject(body) || Object.keys(body).some((field) => !OF_ERRORS.test(field))
