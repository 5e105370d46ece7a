import { MAX_AMOUNT, OPERATIONS, type Operation } from '@/lib/kernel'
import { reportsFailure } from './failure-inside'
import type { Headers } from './http'
import { areItemsUnreadable, readAuthors, toItem } from './items'
import { isObject, type JsonObject, type JsonValue, readAmount, toNonEmptyText, valueAtPath } from './json'
import { failedInsideProblem, notUnderstoodProblem, providerSettingHint } from './problems'
import { type ListForm, listFormOf, type Provider } from './provider'
import { WITHHELD_TEXT } from './secrecy/withhold-key'
import type { Item, PageContent, PageOutline, PageRequest, ReadResult } from './types'

/** The part of a request on which reading its answer depends. */
type ListQuestion = Pick<PageRequest, 'operation'> & { readonly count?: number | undefined }

/** Reads the body of a list's answer by the provider. Never throws. */
export function readPage(
  body: JsonValue,
  headers: Headers,
  listRequest: ListQuestion,
  provider: Provider,
): ReadResult<PageContent> {
  const { operation } = listRequest
  const listing = findListing(body, operation, provider)
  // Errors next to null mean a failure, not an empty page.
  if (reportsFailure(body, listing !== null))
    return { ok: false, problem: failedInsideProblem(body, provider) }
  const form = listFormOf(provider, operation)
  const found = listing ?? noneIn(body, { form, listRequest, provider })
  if (found === null)
    return {
      ok: false,
      problem: notUnderstoodProblem(
        'The API’s answer holds no list of items that Purser can find.',
        'unknown',
        providerSettingHint(`List of ${OPERATIONS[operation].noun}`),
      ),
    }
  const authors = form.authors === null ? undefined : readAuthors(valueAtPath(body, form.authors), provider)
  const items = found.items.map((item) => toItem(item, operation, provider, authors))
  return {
    ok: true,
    value: {
      items,
      ...pageOutline(items, operation),
      // The items arrived and were charged, so they count whatever the cursor is.
      ...nextOf(body, found, { form, listRequest, provider }),
      reportedChargeNano: reportedCharge(body, headers, provider),
    },
  }
}

/**
 * Returns an empty list for an answer that says “none”: by a count of zero, or by null in place of the list and no way
 * to a next page; unless it counts items all the same.
 */
function noneIn(body: JsonValue, reading: PageReading): Listing | null {
  if (countsNone(body)) return { items: [], around: {} }
  if (countsSome(body)) return null
  const none = findNullList(body, reading.listRequest.operation, reading.provider)
  return none !== null && isLast(nextOf(body, none, reading)) ? none : null
}

const isLast = ({ nextCursor, hasUnusableCursor, isNextLost }: Next): boolean =>
  nextCursor === null && !hasUnusableCursor && !isNextLost

/** The page of an answer without content. */
export const NO_ITEMS: PageContent = {
  items: [],
  ids: [],
  lastCreatedAt: null,
  isUnread: false,
  nextCursor: null,
  hasUnusableCursor: false,
  isNextLost: false,
  reportedChargeNano: null,
}

/** Returns what a run needs to know about the items to continue. */
export const pageOutline = (
  items: readonly Pick<Item, 'id' | 'text' | 'author' | 'createdAt'>[],
  operation: Operation,
): Pick<PageOutline, 'ids' | 'lastCreatedAt' | 'isUnread'> => ({
  ids: items.map(({ id }) => id),
  lastCreatedAt: items.findLast(({ createdAt }) => createdAt !== null)?.createdAt ?? null,
  isUnread: areItemsUnreadable(items, operation),
})

interface PageReading {
  readonly form: ListForm
  readonly listRequest: ListQuestion
  readonly provider: Provider
}

type Next = Pick<PageOutline, 'nextCursor' | 'hasUnusableCursor' | 'isNextLost'>

const LAST: Next = { nextCursor: null, hasUnusableCursor: false, isNextLost: false }

/** Reads how the list continues, as the provider says. Only the provider's sign makes a page the last one. */
function nextOf(
  body: JsonValue,
  { items, around }: Listing,
  { form, listRequest, provider }: PageReading,
): Next {
  const there = (name: string) => valueAtPath(body, name) ?? valueAtPath(around, name)
  const { read, none, more } = form.cursor
  const hasMore = more === null ? undefined : there(more)
  if (isNo(hasMore)) return LAST
  const cursor = readCursor(there(read), none, provider)
  if (cursor !== null) return { ...LAST, nextCursor: cursor ?? null, hasUnusableCursor: cursor === undefined }
  const isFull = items.length >= Math.min(listRequest.count ?? form.count.maximum, form.count.floor)
  const isNextLost = isYes(hasMore) || (isFull && seemsToGoOn(body, around, form.cursor))
  return { ...LAST, isNextLost }
}

const isNo = (value: JsonValue | undefined): boolean => value === false || value === 'false' || value === 0
const isYes = (value: JsonValue | undefined): boolean => value === true || value === 'true' || value === 1

/**
 * Returns the cursor unchanged. Null if there is none: absent, empty, or one of the values that mean so. Undefined if
 * the value is not a cursor.
 */
function readCursor(
  value: JsonValue | undefined,
  none: readonly string[],
  { limits }: Provider,
): string | null | undefined {
  if (value === undefined || value === null || value === '' || value === false || value === 0) return null
  const text = toNonEmptyText(value)
  if (text !== null && none.includes(text)) return null
  // A cursor that was withheld leads nowhere.
  const isCursor = text !== null && text.length <= limits.cursorCharacters && text !== WITHHELD_TEXT
  return isCursor ? text : undefined
}

/** Names under which services put the way to the next page. */
const NEXT =
  /(cursor|continuation|next_?page|next_?token|page_?token|next|cursor_bottom|continuation_?token)$/i
/** Names of ways back and of this page's own position. */
const NOT_NEXT = /(prev|previous|first|self|start|min)/i
const MORE = /^(has_?more|has_?next(_?page)?|more)$/i
const MAX_DEPTH = 2

/** Finds fields that seem to lead to a next page, by their dotted names: beside the items, or one level deeper. */
export function findNextPageSigns(body: JsonValue): { readonly path: string; readonly value: JsonValue }[] {
  const signs: { readonly path: string; readonly value: JsonValue }[] = []
  const walk = (value: JsonValue, path: string, depth: number): void => {
    if (!isObject(value) || depth > MAX_DEPTH) return
    for (const [name, inner] of Object.entries(value)) {
      if (!/^[\w-]+$/.test(name)) continue
      const here = path === '' ? name : `${path}.${name}`
      const leads =
        NEXT.test(name) &&
        !NOT_NEXT.test(name) &&
        toNonEmptyText(inner) !== null &&
        inner !== '0' &&
        inner !== 0
      if (leads || (MORE.test(name) && isYes(inner))) signs.push({ path: here, value: inner })
      else walk(inner, here, depth + 1)
    }
  }
  walk(body, '', 0)
  return signs
}

const seemsToGoOn = (body: JsonValue, around: JsonValue, { read, none, more }: ListForm['cursor']): boolean =>
  [...findNextPageSigns(body), ...findNextPageSigns(around)].some(
    ({ path, value }) => path !== read && path !== more && !none.includes(toNonEmptyText(value) ?? ''),
  )

/** Returns the cost that an answer states; null if it states none that is possible. */
export function reportedCharge(body: JsonValue, headers: Headers, provider: Provider): bigint | null {
  const { chargeHeader, chargeField } = provider
  const inHeader = chargeHeader === null ? undefined : headers.get(chargeHeader)
  const charge =
    readAmount(inHeader?.trim()) ?? (chargeField === null ? null : readAmount(valueAtPath(body, chargeField)))
  // A value that cannot be a page's charge does not count as stated: the page is booked by its price.
  return charge !== null && charge >= 0n && charge <= MAX_AMOUNT ? charge : null
}

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
  const named = listFormOf(provider, operation).items
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
  const items = valueAtPath(body, path)
  const parent = path.includes('.') ? valueAtPath(body, path.slice(0, path.lastIndexOf('.'))) : body
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
const countsNone = (body: JsonValue): boolean => hasCount(body, [...PAGE_COUNTS, ...TOTALS], /^0$/)

/** Returns whether an answer counts items on its page, whatever its list holds. */
const countsSome = (body: JsonValue): boolean => hasCount(body, PAGE_COUNTS, /^[1-9]\d*$/)

const hasCount = (body: JsonValue, names: readonly string[], form: RegExp): boolean =>
  [body, ...insideOf(body)].some((around) =>
    names.some((name) => form.test(toNonEmptyText(valueAtPath(around, name)) ?? '')),
  )

/** Finds null in place of the list and reads it as an empty list. */
function findNullList(body: JsonValue, operation: Operation, provider: Provider): Listing | null {
  const named = listFormOf(provider, operation).items
  const hasNull = (around: JsonObject) =>
    (named === null ? provider.usualArrays : waysTo(named)).some((name) => valueAtPath(around, name) === null)
  const places = named === null ? [body, ...insideOf(body)] : [body]
  const around = places.filter(isObject).find(hasNull)
  if (around === undefined) return null
  const parent = named?.includes('.') ? valueAtPath(body, named.slice(0, named.lastIndexOf('.'))) : around
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
