import type { Catalogue, Person, Product, Tweet, User } from './catalogue'
import type { PageSizer } from './count-habits'
import type { Cursors } from './cursors'
import type { SandboxOperation } from './operations'

/** The items of a page, and the cursor to the next one: null on the last. */
export interface ListPage {
  readonly operation: SandboxOperation
  readonly items: readonly (Tweet | User)[]
  readonly nextCursor: string | null
}

/** A list that can be read page by page. */
export type ListSubject =
  | { readonly operation: 'timeline' | 'followers'; readonly person: Person }
  | { readonly operation: 'search'; readonly query: string; readonly product: Product }

export interface PageQuery {
  readonly keyHash: string
  /** Null asks for the first page. */
  readonly cursor: string | null
  /** Number of items to give, before the habit of counts. */
  readonly count: number
  readonly maxCount: number
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A page as it was read, before a fault changes it. */
export interface PageAsRead extends ListPage {
  /** True if the cursor asked for what lies past the last page, where there is nothing. */
  readonly isPastEnd: boolean
  /** Returns a cursor that leads past the last page, for services that send one there. */
  cursorPastEnd(): string
}

/** Reads one page of a list; null if the cursor does not belong to this key and list. */
export type ReadPage = (subject: ListSubject, query: PageQuery) => PageAsRead | null

/** No item has this position. */
const PAST_END = -1

/** Creates the reader of pages of all lists of a catalogue. */
export function createPageReader(
  catalogue: Pick<Catalogue, SandboxOperation>,
  cursors: Pick<Cursors, 'seal' | 'open'>,
  sizes: Pick<PageSizer, 'sizeOf'>,
): ReadPage {
  return (subject, { keyHash, cursor, count, maxCount, now }) => {
    const { operation } = subject
    const what = operation === 'search' ? [subject.query, subject.product] : [subject.person.id]
    const binding = [keyHash, operation, ...what]
    const place = cursor === null ? { asOf: now, after: null } : cursors.open(cursor, binding)
    if (!place) return null
    const { asOf, after } = place
    const cursorPastEnd = () => cursors.seal({ asOf, after: PAST_END }, binding)
    if (after === PAST_END) return { operation, items: [], nextCursor: null, isPastEnd: true, cursorPastEnd }
    const request = { asOf, after, count: sizes.sizeOf(count, maxCount) }
    const { items, next } =
      operation === 'search'
        ? catalogue.search(subject.query, subject.product, request)
        : catalogue[operation](subject.person, request)
    const nextCursor = next === null ? null : cursors.seal({ asOf, after: next }, binding)
    return { operation, items, nextCursor, isPastEnd: false, cursorPastEnd }
  }
}
