export { createSearch, deleteSearch, pinSearch, restoreSearch, updateSearch } from './change-searches'
export { choosesKey, listKeysFor } from './key-choice'
export {
  type AllSearchFields,
  createSearchInput,
  findSearchesInput,
  pinSearchInput,
  type SearchFields,
  type SearchPart,
  type SearchVersionView,
  type SearchView,
  searchInput,
  updateSearchInput,
} from './schemas'
export {
  findSearches,
  getSearch,
  hasSearches,
  listDeletedSearches,
  listSameAsking,
  listSearches,
  listSearchNames,
  listSearchVersions,
} from './searches'
