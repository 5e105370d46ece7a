import { z } from 'zod'

export const operation = z.enum(['timeline', 'search', 'followers'])
export const product = z.enum(['Latest', 'Top'])

const fields = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  operation,
  subject: z
    .string()
    .trim()
    .min(1, 'Enter whom or what to look for.')
    .max(500, 'Use at most 500 characters.'),
  product: product.default('Latest'),
  shared: z.boolean().default(true),
  environmentId: z.union([z.literal(''), z.uuid()]).default(''),
})

export const createSearchInput = fields
export const searchInput = z.object({ searchId: z.uuid() })
export const updateSearchInput = fields.extend({ searchId: z.uuid() })
export type SearchFields = z.output<typeof fields>

export interface SearchView {
  readonly id: string
  readonly name: string
  readonly operation: z.output<typeof operation>
  /** The user of a timeline or follower list, or the query of a search. */
  readonly subject: string
  /** Searches only: newest first, or by relevance where available. */
  readonly product: z.output<typeof product> | null
  readonly shared: boolean
  readonly environmentId: string | null
  readonly ownerId: string
  readonly updatedAt: Date
}
