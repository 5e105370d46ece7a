import type { ComparedQuery } from '@/lib/money/usage'

/** The dimensions by which “Where it went” breaks down spend. */
export const WENT = ['search', 'environment', 'member', 'key'] as const
export type Went = (typeof WENT)[number]

export const DIMENSIONS: Readonly<Record<Went, ComparedQuery['dimension']>> = {
  search: 'searchId',
  environment: 'environmentId',
  member: 'memberId',
  key: 'keyId',
}

const TOKEN = 'token:'

/** Returns the token's id if a row by member stands for a token; null if it stands for people or services. */
export const tokenOf = (member: string): string | null =>
  member.startsWith(TOKEN) ? member.slice(TOKEN.length) : null

/** Groups the principals that are no members: each token by itself, and all services together as ''. */
export const programOf = (principal: string): string | null =>
  principal.startsWith(TOKEN) ? principal : principal.startsWith('service:') ? '' : null

/** Names for rows without one: bought on nobody's behalf, or not for this member to see. */
export const NAMELESS: Readonly<Record<Went, { readonly none: string; readonly other: string }>> = {
  search: { none: 'No search: services and provider tests', other: 'A private or deleted search' },
  environment: { none: 'No environment', other: 'A former environment' },
  member: { none: 'Services', other: 'A former member' },
  key: { none: 'No key', other: 'A deleted key' },
}

/** Returns the word with a capital first letter: "search" becomes "Search". */
export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
