import { keyChoice, operation, product, type SearchView, tags } from './schemas'
import type { SearchRow } from './store'

/** A search as the member sees it whose pins these are. */
export const toView = (row: SearchRow, pinned: ReadonlySet<string>): SearchView => ({
  id: row.id,
  name: row.name,
  operation: operation.parse(row.operation),
  subject: row.subject,
  product: row.product === null ? null : product.parse(row.product),
  shared: row.shared,
  keyChoice: keyChoice.parse(row.keyChoice),
  environmentId: row.environmentId,
  walletId: row.walletId,
  keyId: row.keyId,
  tags: tags.parse(JSON.parse(row.tags)),
  reuseSeconds: row.reuseSeconds,
  version: row.version,
  streamId: row.streamId,
  ownerId: row.ownerId,
  isPinned: pinned.has(row.id),
  updatedAt: row.updatedAt,
  deletedAt: row.deletedAt,
})
