import { OPERATIONS, type Operation } from '@/lib/kernel'
import { isObject, type JsonObject, type JsonValue, textOf, valueAt } from '../json'
import { readTime } from '../times'

/** Where something was found in the items, and its value in one of them, as untrusted text. */
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
const LONGEST_EXAMPLE = 200

/** Tells which fields of the items hold what: the most likely one for each, or null. */
export function detectFields(items: readonly JsonObject[], operation: Operation): FoundFields {
  const isPeople = OPERATIONS[operation].holds === 'people'
  const author = isPeople ? null : authorOf(items)
  const inAuthor = author && isObject(firstValue(items, author)) ? `${author}.` : ''
  return {
    id: found(items, [...IDS, ...namesLike(items, /(_id|Id)$/, AUTHOR_IDS)], isDistinct) ?? null,
    text: found(items, isPeople ? ABOUTS : TEXTS, isWords) ?? (isPeople ? null : longestWords(items)),
    author: author ? exampleAt(items, author) : null,
    handle: found(items, within(inAuthor, HANDLES), isWords),
    name: found(items, within(inAuthor, NAMES), isWords),
    time: found(items, [...TIMES, ...namesLike(items, /(_at|At|time|Time|date|Date)$/)], isTime),
    link: found(items, LINKS, isAddress),
  }
}

/** An object about a person if there is one; else the field with the person's id. */
function authorOf(items: readonly JsonObject[]): string | null {
  const isPerson = (path: string) => {
    const value = firstValue(items, path)
    return isObject(value) && [...IDS, ...HANDLES].some((name) => textOf(value[name]) !== null)
  }
  const holder = AUTHORS.find(isPerson)
  if (holder) return holder
  const plain = [...AUTHOR_IDS, ...AUTHORS].find((path) => textOf(firstValue(items, path)) !== null)
  return plain ?? null
}

const within = (prefix: string, names: readonly string[]): string[] => names.map((name) => prefix + name)

type Fits = (values: readonly JsonValue[]) => boolean

const isDistinct: Fits = (values) =>
  new Set(values.map(textOf)).size === values.length && !values.some(isObject)
const isWords: Fits = (values) => values.every((value) => typeof value === 'string')
const isTime: Fits = (values) => values.every((value) => readTime(value) !== null)
const isAddress: Fits = (values) => values.every((value) => /^https?:\/\//.test(textOf(value) ?? ''))

/** The first of the names that most items have and whose values fit. */
function found(items: readonly JsonObject[], paths: readonly string[], fits: Fits): FoundField | null {
  const path = paths.find((each) => {
    const values = valuesAt(items, each)
    return values.length > 0 && values.length * 2 >= items.length && fits(values)
  })
  return path === undefined ? null : exampleAt(items, path)
}

/** A post's words under an unexpected name: the longest texts that are neither an address nor a time. */
function longestWords(items: readonly JsonObject[]): FoundField | null {
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
  return { path, example: Array.from(text).slice(0, LONGEST_EXAMPLE).join('') }
}
