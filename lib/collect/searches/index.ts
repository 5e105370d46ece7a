export {
  changeSearches,
  createSearch,
  deleteSearch,
  restoreSearch,
  starSearch,
  updateSearch,
} from './change-searches'
export {
  type AllSearchFields,
  createSearchInput,
  findSearchesInput,
  manySearchesInput,
  SEARCH_PLACE,
  type SearchFields,
  type SearchPart,
  type SearchView,
  searchInput,
  starSearchInput,
  updateSearchInput,
} from './schemas'
export {
  choosesKey,
  countSearches,
  findSearches,
  getSearch,
  hasSearches,
  listDeletedSearches,
  listDuplicateSearches,
  listKeysFor,
  listSearches,
  listSearchNames,
  listSearchQuestions,
  listSubjects,
  listTags,
  type NamedQuestion,
} from './searches'
export { noteNewItems, noteSearchRuns, type StoredSubject } from './store'
