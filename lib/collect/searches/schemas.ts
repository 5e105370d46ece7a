import { z } from 'zod'
import { MAX_SUBJECTS, OPERATION_NAMES, type Operation } from '@/lib/kernel'
import { manyIds, nameInput, searchTextInput, singleLineText } from '@/lib/platform/input'

const operation = z.enum(OPERATION_NAMES)
export const productSchema = z.enum(['Latest', 'Top'])

/** Choice of a key: any of one environment, the least busy usable one of a wallet, or exactly one key. */
export const keyChoiceSchema = z.enum(['environment', 'wallet', 'key'])

export const tagsSchema = z
  .array(nameInput(30, 'A tag needs at least one character.'))
  .max(10, 'Use at most 10 tags.')

const id = z.union([z.literal(''), z.uuid()]).default('')

const fields = z.object({
  name: nameInput(80),
  operation,
  subject: singleLineText(z.string().trim().max(500, 'Use at most 500 characters.')).default(''),
  /** Many subjects in place of one, each once. */
  subjects: z
    .array(singleLineText(z.string().trim().min(1).max(500, 'Use at most 500 characters.')))
    .max(MAX_SUBJECTS, `Use at most ${MAX_SUBJECTS} subjects.`)
    .default([]),
  product: productSchema.default('Latest'),
  shared: z.boolean().default(true),
  keyChoice: keyChoiceSchema.default('environment'),
  environmentId: id,
  walletId: id,
  keyId: id,
  tags: tagsSchema.default([]),
  reuseSeconds: z.int().min(0).max(3600, 'Use at most an hour.').default(0),
})

export const createSearchInput = fields
export const searchInput = z.object({ searchId: z.uuid() })
/** Columns by which the list is sorted, each by an index; a minus reverses the order. */
const SORTS = ['name', '-name', 'created', '-created', 'run', '-run'] as const

/** A position in the list: whether its search is starred, the search's id, and its value in the sorted column. */
export const SEARCH_PLACE = /^([01])~([0-9a-z-]{1,64})~([^\p{Cc}\p{Cs}]{0,400})$/u

/** Part of the list, as stated in a URL. Invalid values are ignored. */
export const findSearchesInput = z.object({
  text: searchTextInput(100).catch(''),
  sort: z.enum(SORTS).catch('name'),
  tag: searchTextInput(30).optional().catch(undefined),
  owner: z.uuid().optional().catch(undefined),
  kind: operation.optional().catch(undefined),
  /** Whether a schedule runs it. */
  schedule: z.enum(['yes', 'no']).optional().catch(undefined),
  after: z.string().regex(SEARCH_PLACE).optional().catch(undefined),
  before: z.string().regex(SEARCH_PLACE).optional().catch(undefined),
})
export type SearchPart = z.output<typeof findSearchesInput>
export const manySearchesInput = z.object({
  ids: manyIds,
  change: z.enum(['star', 'unstar', 'share', 'unshare', 'tag', 'untag', 'delete', 'restore']),
  /** Name of the tag to add or remove. */
  name: nameInput(30, 'A tag needs at least one character.').optional(),
  /** For Undo: when the change that is taken back was made. What somebody has changed since stays as it is. */
  given: z.iso.datetime().optional(),
})
export const starSearchInput = searchInput.extend({ isStarred: z.boolean() })
export const updateSearchInput = fields.extend({ searchId: z.uuid() })
/** A person's values for a search; omitted ones have their defaults. */
export type SearchFields = z.input<typeof fields>
/** All values of a search. */
export type AllSearchFields = z.output<typeof fields>

export interface SearchView {
  readonly id: string
  readonly name: string
  readonly operation: Operation
  /** The user of a timeline or follower list, or the query of a search; the first of many. */
  readonly subject: string
  readonly subjectCount: number
  /** Searches only: newest first, or by relevance if available. */
  readonly product: z.output<typeof productSchema> | null
  readonly shared: boolean
  readonly keyChoice: z.output<typeof keyChoiceSchema>
  readonly environmentId: string | null
  readonly walletId: string | null
  readonly keyId: string | null
  readonly tags: readonly string[]
  readonly reuseSeconds: number
  /** Rises with each change of the question or the name. */
  readonly version: number
  /** Changes with the question. An item is new within a stream. */
  readonly streamId: string
  readonly ownerId: string
  /** The rights of the member who asks. `change` includes its schedule, moving it to the trash and restoring it. */
  readonly may: { readonly change: boolean }
  /** True if the member has starred it. */
  readonly isStarred: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Name of the person or token that changed it last. */
  readonly changedByName: string
  /** Time when it was moved to the trash; null while it is in use. */
  readonly deletedAt: Date | null
}
