export { createSearch, deleteSearch, pinSearch, restoreSearch, updateSearch } from './change-searches'
export { choosesKey, listKeysFor } from './key-choice'
export {
  type AllSearchFields,
  createSearchInput,
  pinSearchInput,
  type SearchFields,
  type SearchVersionView,
  type SearchView,
  searchInput,
  updateSearchInput,
} from './schemas'
export { getSearch, hasSearches, listDeletedSearches, listSearches, listSearchVersions } from './searches'
