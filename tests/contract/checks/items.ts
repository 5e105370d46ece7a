import type { Item } from '@/lib/upstream/client'
import { hold, NotChecked, type ProviderField } from '../suite/findings'

/** Ids are the upstream's own and told apart; where it gives none the client makes one of the content. */
export function holdIds(items: readonly Item[]): void {
  if (items.length === 0) throw new NotChecked('The list is empty: name another user or other words.')
  const made = items.filter(({ id }) => id.startsWith('content-'))
  hold(made.length === 0, `${made.length} of ${items.length} items have no id.`, ['fields.id'])
  hold(new Set(items.map(({ id }) => id)).size === items.length, 'Items share an id.', ['fields.id'])
}

/** Posts are read: their words, who wrote them, and when. */
export function holdPosts(items: readonly Item[]): void {
  holdIds(items)
  most(items, ({ text }) => text !== '', 'a text', ['fields.text'])
  most(items, ({ author }) => author.id !== null || author.handle !== null, 'an author', [
    'fields.author',
    'fields.handle',
  ])
  most(items, ({ createdAt }) => createdAt !== null, 'a time', ['fields.time'])
}

/** People are read: by which handle they go. */
export function holdPeople(items: readonly Item[]): void {
  holdIds(items)
  most(items, ({ author }) => author.handle !== null, 'a handle', ['fields.handle'])
  most(items, ({ author }) => author.name !== null, 'a name', ['fields.name'])
}

/** Section "Pagination rules", 5. Items without a time say nothing. */
export function holdNewestFirst(items: readonly Item[]): void {
  const times = items.flatMap(({ createdAt }) => createdAt ?? [])
  hold(times.length > 1, 'The items tell no times, so their order cannot be seen.', ['fields.time'])
  const at = times.findIndex((time, place) => place > 0 && time > (times[place - 1] ?? ''))
  hold(at < 0, `Item ${at + 1} (${times[at]}) is newer than the one before it (${times[at - 1]}).`)
}

/** Nine of ten will do: some posts have no words, some people no name. */
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
