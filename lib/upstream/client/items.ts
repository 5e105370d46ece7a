import { createHash } from 'node:crypto'
import { OPERATIONS, type Operation } from '@/lib/kernel'
import { firstId, firstText, isObject, type JsonValue, toNonEmptyText, valueAtPath } from './json'
import type { Provider } from './provider'
import { WITHHELD_TEXT } from './secrecy/withhold-key'
import { readTime } from './times'
import type { Author, Item } from './types'

type FieldNames = Provider['fields']

/**
 * Normalises an item of a page by the provider's field names. Never fails: every item was paid for, so every item is
 * kept.
 */
export function toItem(
  raw: JsonValue,
  operation: Operation,
  provider: Provider,
  authors: Authors = NOBODY,
): Item {
  const { fields } = provider
  return {
    id: serviceGivenId(raw, provider) ?? contentId(raw),
    text: firstText(raw, fields.text) ?? '',
    author:
      OPERATIONS[operation].itemKind === 'people'
        ? personOf(raw, fields)
        : known(authorOf(raw, fields), authors),
    createdAt: first(fields.time, (path) => readTime(valueAtPath(raw, path), provider)),
    link: first(fields.link, (path) => webAddress(toNonEmptyText(valueAtPath(raw, path)))),
    raw,
  }
}

/**
 * Returns the service's id of an item; null if it has none that can be stored, or one that was withheld, which is no
 * item's own.
 */
export function serviceGivenId(raw: JsonValue, { fields }: Pick<Provider, 'fields'>): string | null {
  const id = firstId(raw, fields.id)
  return id === WITHHELD_TEXT ? null : id
}

/** The people listed beside a page's posts, by id. */
export type Authors = ReadonlyMap<string, Author>

const NOBODY: Authors = new Map()

/** Reads the people whom a page's posts name by id alone. */
export const readAuthors = (people: JsonValue | undefined, { fields }: Provider): Authors =>
  new Map(
    (Array.isArray(people) ? people : []).flatMap((raw: JsonValue) => {
      const person = personOf(raw, fields)
      return person.id === null ? [] : [[person.id, person]]
    }),
  )

const known = (author: Author, authors: Authors): Author =>
  author.id === null || author.handle !== null ? author : (authors.get(author.id) ?? author)

/** Prefix of the ids that Purser makes. */
const CONTENT = 'content-'

/** Returns whether the service gave an item its id. */
export const isServiceId = (id: string): boolean => !id.startsWith(CONTENT)

/** Returns whether every item lacks both an id and words; for people, also a handle and a name. */
export const areItemsUnreadable = (
  items: readonly Pick<Item, 'id' | 'text' | 'author'>[],
  operation: Operation,
): boolean => {
  const isNamed = ({ handle, name }: Author) =>
    OPERATIONS[operation].itemKind === 'people' && (handle !== null || name !== null)
  return (
    items.length > 0 &&
    items.every(({ id, text, author }) => !isServiceId(id) && text === '' && !isNamed(author))
  )
}

/** Makes an id from the content, so that items without an id can be distinguished and equal ones recognised. */
const contentId = (raw: JsonValue): string =>
  `${CONTENT}${createHash('sha256').update(JSON.stringify(raw)).digest('hex').slice(0, 32)}`

const personOf = (raw: JsonValue, fields: FieldNames): Author => ({
  id: firstText(raw, fields.id),
  handle: firstText(raw, fields.handle),
  name: firstText(raw, fields.name),
})

/**
 * Reads a post's author: an object in the post, an id or handle alone, or a handle and name among the post's own
 * fields.
 */
function authorOf(raw: JsonValue, fields: FieldNames): Author {
  const own = { id: null, handle: firstText(raw, fields.handle), name: firstText(raw, fields.name) }
  for (const path of fields.author) {
    const value = valueAtPath(raw, path)
    if (isObject(value)) return personOf(value, fields)
    const text = toNonEmptyText(value)
    if (text === null) continue
    const isId = /^\d+$/.test(text) || /id$/i.test(path)
    return isId ? { ...own, id: text } : { ...own, handle: own.handle ?? text }
  }
  return own
}

/** Returns the text only if it is an http or https address: nothing else may become a link on a page. */
function webAddress(text: string | null): string | null {
  return text !== null && /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text) ? text : null
}

function first<T>(paths: readonly string[], read: (path: string) => T | null): T | null {
  for (const path of paths) {
    const value = read(path)
    if (value !== null) return value
  }
  return null
}
