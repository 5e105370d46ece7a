import type { AllSearchFields, SearchView } from '@/lib/collect/searches'

/** All fields of a search, as a form holds them. */
export type SearchFormFields = AllSearchFields

export const EMPTY_SEARCH: SearchFormFields = {
  name: '',
  operation: 'timeline',
  subject: '',
  subjects: [],
  product: 'Latest',
  shared: true,
  keyChoice: 'environment',
  environmentId: '',
  walletId: '',
  keyId: '',
  tags: [],
  reuseSeconds: 0,
}

/** Returns the fields of a saved search with these subjects. */
export const toSearchFormFields = (search: SearchView, subjects: readonly string[]): SearchFormFields => ({
  name: search.name,
  operation: search.operation,
  subject: search.subject,
  subjects: subjects.length > 1 ? [...subjects] : [],
  product: search.product ?? 'Latest',
  shared: search.shared,
  keyChoice: search.keyChoice,
  environmentId: search.environmentId ?? '',
  walletId: search.walletId ?? '',
  keyId: search.keyId ?? '',
  tags: [...search.tags],
  reuseSeconds: search.reuseSeconds,
})

/** Returns whether two forms would save the same. */
export const isSameSearchForm = (a: SearchFormFields, b: SearchFormFields): boolean =>
  JSON.stringify(a) === JSON.stringify(b)
