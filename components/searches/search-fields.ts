import type { AllSearchFields, SearchView } from '@/lib/collect/searches'

export const EMPTY_SEARCH: AllSearchFields = {
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
export const toSearchFormFields = (search: SearchView, subjects: readonly string[]): AllSearchFields => ({
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
