import { OPERATIONS, type Operation } from '@/lib/kernel'
import { isObject, type JsonObject, type JsonValue, textOf, valueAt } from '../json'
import { defaultProvider, type Provider } from '../provider'
import { readTime } from '../times'
import { deepPaths, leavesOf } from './leaves'

/** The path at which something was found in the items, and one item's value there, as untrusted text. */
export interface FoundField {
  readonly path: string
  readonly example: string
}

export type FieldName = 'id' | 'text' | 'author' | 'handle' | 'name' | 'time' | 'link'
export type FoundFields = Readonly<Record<FieldName, FoundField | null>>

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
export function detectFields(
  items: readonly JsonObject[],
  operation: Operation,
  provider: Provider = defaultProvider,
): FoundFields {
  const isPeople = OPERATIONS[operation].holds === 'people'
  const own = (name: FieldName) => ownNames(provider, name)
  const author = isPeople ? null : authorOf(items, own('author'))
  const inAuthor = author && isObject(firstValue(items, author)) ? `${author}.` : ''
  const [first = {}] = items
  const deep = (names: readonly string[], place = '') => deepPaths(first, names, place)
  const inPerson = (name: FieldName, usual: readonly string[]) => [
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
function ownNames({ fields }: Provider, name: FieldName): readonly string[] {
  const usual = defaultProvider.fields[name]
  const [first] = fields[name]
  const added = fields[name].filter((each) => !usual.includes(each))
  return first === undefined || first === usual[0] || added.includes(first) ? added : [first, ...added]
}

/** Returns the path of an object about a person if there is one, else of the field with the person's id. */
function authorOf(items: readonly JsonObject[], own: readonly string[]): string | null {
  const isPerson = (path: string) => {
    const value = firstValue(items, path)
    return isObject(value) && [...IDS, ...HANDLES].some((name) => textOf(value[name]) !== null)
  }
  const chosen = own.find((path) => firstValue(items, path) !== undefined)
  if (chosen) return chosen
  const holder = AUTHORS.find(isPerson) ?? deepHolders(items[0] ?? {}).find(isPerson)
  if (holder) return holder
  const plain = [...AUTHOR_IDS, ...AUTHORS].find((path) => textOf(firstValue(items, path)) !== null)
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
  new Set(values.map(textOf)).size === values.length && !values.some(isObject)
const isWords: Fits = (values) => values.every((value) => typeof value === 'string')
const isAddress: Fits = (values) => values.every((value) => /^https?:\/\//.test(textOf(value) ?? ''))

/** Returns the first path that most items have and whose values fit. */
function found(items: readonly JsonObject[], paths: readonly string[], fits: Fits): FoundField | null {
  const path = paths.find((each) => {
    const values = valuesAt(items, each)
    return values.length > 0 && values.length * 2 >= items.length && fits(values)
  })
  return path === undefined ? null : exampleAt(items, path)
}

/** Finds a post's words under an unexpected name: the longest texts that are neither an address nor a time. */
function longestWords(items: readonly JsonObject[], isTime: Fits): FoundField | null {
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
  items.map((item) => valueAt(item, path)).filter((value): value is JsonValue => (value ?? '') !== '')

const firstValue = (items: readonly JsonObject[], path: string): JsonValue | undefined =>
  valuesAt(items, path)[0]

function exampleAt(items: readonly JsonObject[], path: string): FoundField {
  const value = firstValue(items, path)
  const text = textOf(value) ?? JSON.stringify(value) ?? ''
  return { path, example: Array.from(text).slice(0, MAX_EXAMPLE_LENGTH).join('') }
}
