export { createSearch, deleteSearch, restoreSearch, starSearch, updateSearch } from './change-searches'
export {
  type AllSearchFields,
  createSearchInput,
  findSearchesInput,
  type SearchFields,
  type SearchPart,
  type SearchView,
  searchInput,
  starSearchInput,
  updateSearchInput,
} from './schemas'
export {
  choosesKey,
  findSearches,
  getSearch,
  hasSearches,
  listDeletedSearches,
  listDuplicateSearches,
  listKeysFor,
  listSearches,
  listSearchNames,
  listSearchQuestions,
  type NamedQuestion,
} from './searches'
