import type { ComparedQuery } from '@/lib/money/usage'

/** What “Where it went” can be told by. */
export const WENT = ['search', 'environment', 'member', 'key'] as const
export type Went = (typeof WENT)[number]

export const DIMENSIONS: Readonly<Record<Went, ComparedQuery['dimension']>> = {
  search: 'searchId',
  environment: 'environmentId',
  member: 'memberId',
  key: 'keyId',
}

/** What has no name: what was bought on nobody's behalf, or is not for this member to see. */
export const NAMELESS: Readonly<Record<Went, { readonly none: string; readonly other: string }>> = {
  search: { none: 'No search: services and provider tests', other: 'A private or deleted search' },
  environment: { none: 'No environment', other: 'A former environment' },
  member: { none: 'Services and tokens', other: 'A former member' },
  key: { none: 'No key', other: 'A deleted key' },
}

/** What one of these is called: "search" and "Search". */
export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
