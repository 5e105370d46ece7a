export { packItems } from './pack'
export {
  type ItemView,
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
