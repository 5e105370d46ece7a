export { type DeletedItems, deleteRunItems, deleteSearchItems, deleteTeamItems } from './delete-items'
export {
  expireItems,
  MAX_AUTO_COUNTED_PAGES,
  measureExpiredItems,
  measureStoredItems,
  measureStoredItemsIfFew,
} from './expire-items'
export { findDeletedItems, findDeletedItemsInPages } from './find-deleted'
