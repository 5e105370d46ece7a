import type { AllSearchFields, SearchView } from '@/lib/collect/searches'

/** All fields of a search, as a form holds them. */
export type FormFields = AllSearchFields

export const EMPTY_SEARCH: FormFields = {
  name: '',
  operation: 'timeline',
  subject: '',
  product: 'Latest',
  shared: true,
  keyChoice: 'environment',
  environmentId: '',
  walletId: '',
  keyId: '',
  tags: [],
  reuseSeconds: 0,
}

/** Returns the fields of a saved search. */
export const fieldsOf = (search: SearchView): FormFields => ({
  name: search.name,
  operation: search.operation,
  subject: search.subject,
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
export const isSame = (a: FormFields, b: FormFields): boolean => JSON.stringify(a) === JSON.stringify(b)
