export { deleteItems, measureItems, type PageChoice, type StoredItems } from './delete-items'
export { packItems } from './pack'
export {
  type ItemView,
  listOrigins,
  listPageHeads,
  type RawItem,
  readBoughtPage,
  reusedSince,
  viewItems,
  withoutRaw,
  withPlaces,
} from './read-items'
export { storePages } from './store-pages'
export { indexView, readPlaces, type View, viewInput, walkView } from './view'
