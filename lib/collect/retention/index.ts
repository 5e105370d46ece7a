export { type DeletedItems, deleteRunItems, deleteSearchItems, deleteTeamItems } from './delete-items'
export { COUNTED_PAGES, expireItems, glanceAtStored, measureStored, measureTooOld } from './expire-items'
export { deletedAmong, findDeletedItems } from './find-deleted'
