export {
  createSearchInput,
  type SearchFields,
  type SearchView,
  searchInput,
  updateSearchInput,
} from './schemas'
export { createSearch, deleteSearch, getSearch, listSearches, updateSearch } from './searches'
