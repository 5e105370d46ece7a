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

const TOKEN = 'token:'

/** The id of the token of a row that is told by member; null for a row of people or services. */
export const tokenOf = (member: string): string | null =>
  member.startsWith(TOKEN) ? member.slice(TOKEN.length) : null

/** Who is no member, by their principals: each token by itself, and all services together. */
export const programOf = (principal: string): string | null =>
  principal.startsWith(TOKEN) ? principal : principal.startsWith('service:') ? '' : null

/** What has no name: what was bought on nobody's behalf, or is not for this member to see. */
export const NAMELESS: Readonly<Record<Went, { readonly none: string; readonly other: string }>> = {
  search: { none: 'No search: services and provider tests', other: 'A private or deleted search' },
  environment: { none: 'No environment', other: 'A former environment' },
  member: { none: 'Services', other: 'A former member' },
  key: { none: 'No key', other: 'A deleted key' },
}

/** What one of these is called: "search" and "Search". */
export const capitalised = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)
