export { deleteItems, measureFewItems, measureItems, type PageChoice, type StoredItems } from './delete-items'
export { hasAnyMark, itemId, listHidden, listMarks, type MarkView, markInput, markItem } from './marks'
export {
  type ItemView,
  listPageHeads,
  listPagePurchases,
  type PageHead,
  type PlacedHead,
  type RawItem,
  readBoughtPage,
  reusedSince,
  viewItems,
  walkFirstPages,
  withoutRaw,
  withPlaces,
} from './read-items'
export { findInRun, listSeen, readSeen, type SeenItem } from './seen'
export { type FirstSight, listFirstSights, walkPagesFrom } from './sights'
export { type News, noteNews, readNews, storeNoted, storePages } from './store-pages'
export { indexView, readPlaces, type View, viewInput, walkView } from './view'
