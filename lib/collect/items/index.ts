export {
  deleteItems,
  measureItems,
  measureItemsIfFew,
  type PageSelection,
  type StoredItems,
} from './delete-items'
export {
  countIndexedItems,
  getWaitingItems,
  type IndexedItemView,
  listIndexedItems,
  type WaitingItems,
} from './find-words'
export { indexWaitingPages, type RunAudience } from './index-items'
export {
  hasAnyMark,
  itemIdSchema,
  listHiddenItemIds,
  listMarks,
  type MarkView,
  markInput,
  markItem,
} from './marks'
export {
  countNewItems,
  findOldestReusedAt,
  type ItemView,
  listPageHeads,
  listPagePurchases,
  type NewItemRange,
  omitRawFields,
  type PageHead,
  type PageHeadWithOffset,
  type RawItem,
  readBoughtItems,
  readNewItems,
  toItemViews,
  walkFirstPages,
  withItemOffsets,
} from './read-items'
export { findRunItem, type ItemSighting, listSightings, readSightedItem } from './seen'
export { type FirstSight, listFirstSights, walkPagesFrom } from './sights'
export {
  insertPagesWrites,
  type NewItemFlags,
  readNewItemFlags,
  recordSightingsAndFlagNew,
  storePages,
} from './store-pages'
export { type ItemsViewOptions, indexView, itemsViewInput, readItemsAt, walkView } from './view'
export { type MarkedPart, markWords, typedWordsInput } from './words'
