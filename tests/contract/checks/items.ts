import type { Item } from '@/lib/upstream/client'
import { hold, NotChecked, type ProviderField } from '../suite/findings'

/**
 * Throws `Differs` unless each item has its own id from the upstream. The client derives missing ones from
 * the content.
 */
export function holdIds(items: readonly Item[]): void {
  if (items.length === 0) throw new NotChecked('The list is empty: name another user or other words.')
  const made = items.filter(({ id }) => id.startsWith('content-'))
  hold(made.length === 0, `${made.length} of ${items.length} items have no id.`, ['fields.id'])
  hold(new Set(items.map(({ id }) => id)).size === items.length, 'Items share an id.', ['fields.id'])
}

/** Throws `Differs` unless posts have a text, an author and a time. */
export function holdPosts(items: readonly Item[]): void {
  holdIds(items)
  most(items, ({ text }) => text !== '', 'a text', ['fields.text'])
  most(items, ({ author }) => author.id !== null || author.handle !== null, 'an author', [
    'fields.author',
    'fields.handle',
  ])
  most(items, ({ createdAt }) => createdAt !== null, 'a time', ['fields.time'])
}

/** Throws `Differs` unless people have a handle and a name. */
export function holdPeople(items: readonly Item[]): void {
  holdIds(items)
  most(items, ({ author }) => author.handle !== null, 'a handle', ['fields.handle'])
  most(items, ({ author }) => author.name !== null, 'a name', ['fields.name'])
}

/** Checks rule 5 of section "Pagination rules". Items without a time are ignored. */
export function holdNewestFirst(items: readonly Item[]): void {
  const times = items.flatMap(({ createdAt }) => createdAt ?? [])
  hold(times.length > 1, 'The items tell no times, so their order cannot be seen.', ['fields.time'])
  const at = times.findIndex((time, place) => place > 0 && time > (times[place - 1] ?? ''))
  hold(at < 0, `Item ${at + 1} (${times[at]}) is newer than the one before it (${times[at - 1]}).`)
}

/** Throws `Differs` unless nine of ten items have it: some posts have no text, some people no name. */
function most(
  items: readonly Item[],
  has: (item: Item) => boolean,
  what: string,
  fields: readonly ProviderField[],
): void {
  const having = items.filter(has).length
  hold(
    having >= items.length * 0.9,
    `${items.length - having} of ${items.length} items have not ${what}.`,
    fields,
  )
}
