import { type Nano, OPERATIONS, type Operation } from '@/lib/kernel'
import { reportsFailure } from '../failure-inside'
import type { Headers } from '../http'
import { isObject, type JsonObject, type JsonValue, readAmount, toNonEmptyText, valueAtPath } from '../json'
import { defaultProvider, listFormOf, type Provider } from '../provider'
import { readTime } from '../times'
import type { RawAnswer } from '../types'

/**
 * Findings about the gaps from one answer with items. All texts are untrusted.
 */
export interface PageFindings {
  readonly operation: Operation
  /** Dotted path of the array that holds the items; empty if the answer itself is the array. */
  readonly arrayPath: string
  readonly items: number
  /** Null if the page was empty and so shows nothing. */
  readonly fields: DetectedFields | null
  /** The first item, value by value. */
  readonly example: readonly ItemLeaf[]
  readonly charge: DetectedCharge | null
}

/**
 * Describes an answer; null if it holds no list of items. Names in the provider come first; what it does not name, or
 * names wrongly, is detected.
 */
export function detectPage(
  { httpStatus, body, headers }: RawAnswer,
  operation: Operation,
  provider: Provider = defaultProvider,
): PageFindings | null {
  if (body === undefined || httpStatus < 200 || httpStatus > 299) return null
  const array = namedArray(body, listFormOf(provider, operation).items) ?? detectArray(body)
  if (!array || reportsFailure(body, true)) return null
  const [first] = array.items
  const fields = first ? detectFields(array.items, operation, provider) : null
  return {
    operation,
    arrayPath: array.path,
    items: array.items.length,
    fields,
    example: first ? leavesOf(first) : [],
    charge: detectCharge(body, headers),
  }
}

/** An array of objects within an answer, by its dotted path. The path is empty if the answer itself is the array. */
export interface DetectedArray {
  readonly path: string
  readonly items: readonly JsonObject[]
}

const MAX_ARRAY_DEPTH = 3
const USUAL = /(tweets?|posts?|users?|accounts?|followers?|items?|results?|data|statuses|entries|list)$/i
const NEVER = /^(errors?|warnings?)$/i
const BESIDE = /^(includes?|included|expansions|meta|media|links|related|suggestions|ads)$/i
/** Field names that most things on a social platform have. */
const TELLING = /(^id$|_id$|Id$|id_str$|text|name|created|time|date|url|link|bio|description)/i

/** Returns the array that most likely holds an answer's items; null if it has no array of objects. */
function detectArray(body: JsonValue): DetectedArray | null {
  const found = arraysIn(body, '', 0)
  const ranked = found.map((array) => ({ array, score: scoreOf(array) }))
  return ranked.sort((a, b) => b.score - a.score)[0]?.array ?? null
}

/** Returns the array that the provider names, if it holds items. */
function namedArray(body: JsonValue, path: string | null): DetectedArray | null {
  const items = path === null ? undefined : valueAtPath(body, path)
  return path !== null && items !== undefined && isObjects(items) && items.length > 0 ? { path, items } : null
}

function arraysIn(value: JsonValue, path: string, depth: number): DetectedArray[] {
  if (isObjects(value)) return [{ path, items: value }]
  if (!isObject(value) || depth === MAX_ARRAY_DEPTH) return []
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
function scoreOf({ path, items }: DetectedArray): number {
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

/** A header or field in which an answer seems to state its cost. */
export interface DetectedCharge {
  readonly where: 'header' | 'field'
  readonly name: string
  readonly nano: Nano
}

const CHARGE =
  /charged?|cost|(credits?|units?)[_-]?(used|spent|consumed)|(used|spent|consumed)[_-]?(credits?|units?)/i
const NO_CHARGE = /balance|remain|left|limit|total|per[_-]?item|price|recharge/i
const MAX_CHARGE_DEPTH = 2

const tells = (name: string): boolean => /^[\w-]+$/.test(name) && CHARGE.test(name) && !NO_CHARGE.test(name)

/**
 * Finds where an answer states its charge: in a header, else in a field beside the items. Null if nothing looks like
 * it.
 */
function detectCharge(body: JsonValue, headers: Headers): DetectedCharge | null {
  for (const [name, value] of headers) {
    const nano = tells(name) ? readAmount(value.trim()) : null
    if (nano !== null && nano >= 0n) return { where: 'header', name, nano }
  }
  return chargeIn(body, '', 0)
}

function chargeIn(value: JsonValue, path: string, depth: number): DetectedCharge | null {
  if (!isObject(value) || depth === MAX_CHARGE_DEPTH) return null
  for (const [name, inner] of Object.entries(value)) {
    if (!/^[\w-]+$/.test(name)) continue
    const here = path ? `${path}.${name}` : name
    const nano = tells(name) ? readAmount(inner) : null
    if (nano !== null && nano >= 0n) return { where: 'field', name: here, nano }
    const deeper = chargeIn(inner, here, depth + 1)
    if (deeper) return deeper
  }
  return null
}

/** The path at which something was found in the items, and one item's value there, as untrusted text. */
export interface DetectedField {
  readonly path: string
  readonly example: string
}

export type ItemFieldName = 'id' | 'text' | 'author' | 'handle' | 'name' | 'time' | 'link'
export type DetectedFields = Readonly<Record<ItemFieldName, DetectedField | null>>

const IDS = ['id_str', 'idStr', 'id', 'rest_id', 'uuid', 'pk']
const TEXTS = ['full_text', 'fullText', 'text', 'content', 'body', 'message', 'caption']
const ABOUTS = ['description', 'bio', 'about', 'summary', ...TEXTS]
const AUTHORS = ['author', 'user', 'owner', 'account', 'creator', 'from', 'profile']
const AUTHOR_IDS = ['author_id', 'authorId', 'user_id', 'userId', 'owner_id', 'account_id']
const HANDLES = ['username', 'userName', 'screen_name', 'screenName', 'handle', 'login', 'acct', 'nick']
const NAMES = ['name', 'displayName', 'display_name', 'fullName', 'full_name', 'title']
const TIMES = [
  'created_at',
  'createdAt',
  'created',
  'published_at',
  'publishedAt',
  'posted_at',
  'timestamp',
  'date',
  'time',
]
const LINKS = ['url', 'link', 'permalink', 'permalink_url', 'href', 'web_url', 'uri']
const MAX_EXAMPLE_LENGTH = 200

/**
 * Finds the field of the items that holds each kind of content: the one that the provider names if it fits, else the
 * most likely one at the top, else a deeper one; or null.
 */
function detectFields(
  items: readonly JsonObject[],
  operation: Operation,
  provider: Provider = defaultProvider,
): DetectedFields {
  const isPeople = OPERATIONS[operation].holds === 'people'
  const own = (name: ItemFieldName) => ownNames(provider, name)
  const author = isPeople ? null : authorOf(items, own('author'))
  const inAuthor = author && isObject(firstValue(items, author)) ? `${author}.` : ''
  const [first = {}] = items
  const deep = (names: readonly string[], place = '') => deepPaths(first, names, place)
  const inPerson = (name: ItemFieldName, usual: readonly string[]) => [
    ...within(inAuthor, own(name)),
    ...own(name),
    ...within(inAuthor, usual),
    ...deep(usual, inAuthor),
  ]
  const isTime: Fits = (values) => values.every((value) => readTime(value, provider) !== null)
  const texts = isPeople ? ABOUTS : TEXTS
  const ids = [...own('id'), ...IDS, ...namesLike(items, /(_id|Id)$/, AUTHOR_IDS), ...deep(IDS)]
  const times = [
    ...own('time'),
    ...TIMES,
    ...namesLike(items, /(_at|At|time|Time|date|Date)$/),
    ...deep(TIMES),
  ]
  return {
    id: found(items, ids, isDistinct),
    text:
      found(items, [...own('text'), ...texts, ...deep(texts)], isWords) ??
      (isPeople ? null : longestWords(items, isTime)),
    author: author ? exampleAt(items, author) : null,
    handle: found(items, inPerson('handle', HANDLES), isWords),
    name: found(items, inPerson('name', NAMES), isWords),
    time: found(items, times, isTime),
    link: found(items, [...own('link'), ...LINKS, ...deep(LINKS)], isAddress),
  }
}

/** Returns the names that somebody chose. The usual names are ordered in this file. */
function ownNames({ fields }: Provider, name: ItemFieldName): readonly string[] {
  const usual = defaultProvider.fields[name]
  const [first] = fields[name]
  const added = fields[name].filter((each) => !usual.includes(each))
  return first === undefined || first === usual[0] || added.includes(first) ? added : [first, ...added]
}

/** Returns the path of an object about a person if there is one, else of the field with the person's id. */
function authorOf(items: readonly JsonObject[], own: readonly string[]): string | null {
  const isPerson = (path: string) => {
    const value = firstValue(items, path)
    return isObject(value) && [...IDS, ...HANDLES].some((name) => toNonEmptyText(value[name]) !== null)
  }
  const chosen = own.find((path) => firstValue(items, path) !== undefined)
  if (chosen) return chosen
  const holder = AUTHORS.find(isPerson) ?? deepHolders(items[0] ?? {}).find(isPerson)
  if (holder) return holder
  const plain = [...AUTHOR_IDS, ...AUTHORS].find((path) => toNonEmptyText(firstValue(items, path)) !== null)
  return plain ?? null
}

/** Returns the paths of objects below the top whose name is usual for a person. */
const deepHolders = (item: JsonObject): string[] => [
  ...new Set(
    leavesOf(item).flatMap(({ path }) => {
      const names = path.split('.')
      return names.flatMap((name, at) =>
        at > 0 && at < names.length - 1 && AUTHORS.includes(name) ? [names.slice(0, at + 1).join('.')] : [],
      )
    }),
  ),
]

const within = (prefix: string, names: readonly string[]): string[] => names.map((name) => prefix + name)

type Fits = (values: readonly JsonValue[]) => boolean

const isDistinct: Fits = (values) =>
  new Set(values.map(toNonEmptyText)).size === values.length && !values.some(isObject)
const isWords: Fits = (values) => values.every((value) => typeof value === 'string')
const isAddress: Fits = (values) => values.every((value) => /^https?:\/\//.test(toNonEmptyText(value) ?? ''))

/** Returns the first path that most items have and whose values fit. */
function found(items: readonly JsonObject[], paths: readonly string[], fits: Fits): DetectedField | null {
  const path = paths.find((each) => {
    const values = valuesAt(items, each)
    return values.length > 0 && values.length * 2 >= items.length && fits(values)
  })
  return path === undefined ? null : exampleAt(items, path)
}

/** Finds a post's words under an unexpected name: the longest texts that are neither an address nor a time. */
function longestWords(items: readonly JsonObject[], isTime: Fits): DetectedField | null {
  const lengthOf = (name: string) =>
    valuesAt(items, name).reduce<number>((sum, each) => sum + String(each).length, 0)
  const names = namesLike(items, /^/).filter((name) => {
    const values = valuesAt(items, name)
    return (
      isWords(values) &&
      !isAddress(values) &&
      !isTime(values) &&
      values.some((each) => /\s/.test(String(each)))
    )
  })
  const [best] = names.sort((a, b) => lengthOf(b) - lengthOf(a))
  return best === undefined ? null : exampleAt(items, best)
}

const namesLike = (items: readonly JsonObject[], pattern: RegExp, but: readonly string[] = []): string[] =>
  Object.keys(items[0] ?? {}).filter(
    (name) => /^[\w-]+$/.test(name) && pattern.test(name) && !but.includes(name),
  )

const valuesAt = (items: readonly JsonObject[], path: string): JsonValue[] =>
  items.map((item) => valueAtPath(item, path)).filter((value): value is JsonValue => (value ?? '') !== '')

const firstValue = (items: readonly JsonObject[], path: string): JsonValue | undefined =>
  valuesAt(items, path)[0]

function exampleAt(items: readonly JsonObject[], path: string): DetectedField {
  const value = firstValue(items, path)
  const text = toNonEmptyText(value) ?? JSON.stringify(value) ?? ''
  return { path, example: Array.from(text).slice(0, MAX_EXAMPLE_LENGTH).join('') }
}

/** A value in an item, by its dotted path; untrusted text. */
export interface ItemLeaf {
  readonly path: string
  readonly value: string
}

const MAX_LEAF_DEPTH = 6
const MAX = 150
const MAX_LENGTH = 200

/**
 * Returns all texts and numbers of an item that a path can name, at any depth. Lists are left out, because no path
 * leads into them.
 */
function leavesOf(item: JsonObject): ItemLeaf[] {
  const leaves: ItemLeaf[] = []
  const walk = (value: JsonValue, path: string, depth: number): void => {
    if (leaves.length >= MAX) return
    const text = toNonEmptyText(value)
    if (text !== null)
      leaves.push({
        path,
        value: Array.from(text.slice(0, 4 * MAX_LENGTH))
          .slice(0, MAX_LENGTH)
          .join(''),
      })
    else if (isObject(value) && depth < MAX_LEAF_DEPTH)
      // A name with a dot cannot be part of a path.
      for (const [name, inner] of Object.entries(value))
        if (/^[\w-]+$/.test(name)) walk(inner, path === '' ? name : `${path}.${name}`, depth + 1)
  }
  walk(item, '', 0)
  return leaves
}

/** Objects that describe somebody or something other than the item. */
const OTHERS =
  /^(author|user|owner|account|creator|from|profile|status|card|place|media|entities|extended_\w+|pinned\w*|quoted\w*|retweet\w*|repost\w*|parent\w*|reply\w*|in_reply\w*|referenced\w*|viewer\w*)$/i

/**
 * Returns the paths below the top that end in one of the names, in the names' order. Objects about others are skipped
 * unless `within` asks for one.
 */
function deepPaths(item: JsonObject, names: readonly string[], within = ''): string[] {
  const paths = leavesOf(item)
    .map(({ path }) => path)
    .filter((path) => path.includes('.') && path.startsWith(within))
    .filter(
      (path) =>
        within !== '' ||
        !path
          .split('.')
          .slice(0, -1)
          .some((name) => OTHERS.test(name)),
    )
  return names.flatMap((name) => paths.filter((path) => path.endsWith(`.${name}`)))
}
