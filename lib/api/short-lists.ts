import { invalid } from '@/lib/kernel'

interface ListPart {
  readonly after?: string | undefined
  readonly limit: number
}

/**
 * Returns a part of a list that was read whole, after the item with an id. Throws `invalid` if that is no longer in
 * it.
 */
export function partOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  { after, limit }: ListPart,
): { data: Item[]; next: string | null } {
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  if (after !== undefined && from === 0)
    throw invalid('The list has changed. Read it from its beginning again.', {
      after: 'There is nothing of this id in the list.',
    })
  const data = all.slice(from, from + limit)
  return { data, next: from + limit < all.length ? (data.at(-1)?.id ?? null) : null }
}
