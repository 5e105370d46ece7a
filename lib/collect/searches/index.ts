export { createSearch, deleteSearch, pinSearch, restoreSearch, updateSearch } from './change-searches'
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
  choosesKey,
  findSearches,
  getSearch,
  hasSearches,
  listDeletedSearches,
  listKeysFor,
  listSameAsking,
  listSearches,
  listSearchNames,
  listSearchVersions,
} from './searches'
