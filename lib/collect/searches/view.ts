import { type Actor, mayChange } from '@/lib/kernel'
import { keyChoice, product, type SearchVersionView, type SearchView, tags } from './schemas'
import type { SearchQuestion, SearchRow } from './store'

/** Returns the question that was asked from a version on. */
export const askedOf = (
  row: SearchQuestion & { readonly version: number },
): Omit<SearchVersionView, 'createdAt' | 'createdByName'> => ({
  version: row.version,
  name: row.name,
  operation: row.operation,
  subject: row.subject,
  product: row.product === null ? null : product.parse(row.product),
})

/** Compared as text, because most searches have no tags and a list has hundreds of searches. */
const NO_TAGS = '[]'

/** Returns a search as a member with these pins sees it. */
export const toView = (actor: Actor, row: SearchRow, pinned: ReadonlySet<string>): SearchView => ({
  ...askedOf(row),
  id: row.id,
  shared: row.shared,
  keyChoice: keyChoice.parse(row.keyChoice),
  environmentId: row.environmentId,
  walletId: row.walletId,
  keyId: row.keyId,
  tags: row.tags === NO_TAGS ? [] : tags.parse(JSON.parse(row.tags)),
  reuseSeconds: row.reuseSeconds,
  streamId: row.streamId,
  ownerId: row.ownerId,
  may: { change: mayChange(actor, row.ownerId) },
  isPinned: pinned.has(row.id),
  updatedAt: row.updatedAt,
  deletedAt: row.deletedAt,
})
