import { type Actor, canChange, notFound } from '@/lib/kernel'
import { type KeyView, listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { keyChoiceSchema, productSchema, type SearchPart, type SearchView, tagsSchema } from './schemas'
import {
  type SearchRow,
  selectAnySearch,
  selectDeletedSearches,
  selectDuplicateSearches,
  selectSearch,
  selectSearches,
  selectSearchNames,
  selectSearchPage,
  selectSearchQuestions,
  selectStars,
} from './store'

const ON_A_PAGE = 50
const MAX_IN_TRASH = 50
const MAX_SAME = 3

/** Returns the member's own saved searches and those shared with the team: starred ones first, then by name. */
export async function listSearches(ctx: TeamCtx): Promise<SearchView[]> {
  const { memberId } = ctx.actor
  const [rows, stars] = await Promise.all([
    selectSearches(ctx.db, ctx.team.id, memberId),
    selectStars(ctx.db, ctx.team.id, memberId),
  ])
  const views = rows.map((row) => toView(ctx.actor, row, stars))
  return [...views.filter(({ isStarred }) => isStarred), ...views.filter(({ isStarred }) => !isStarred)]
}

/**
 * Returns one page of what `listSearches` lists, limited to those whose name, tags or question contain the text, and
 * whether there are more.
 */
export async function findSearches(
  ctx: TeamCtx,
  { text, page }: SearchPart,
): Promise<{ readonly searches: readonly SearchView[]; readonly hasMore: boolean }> {
  const { memberId } = ctx.actor
  const skip = (page - 1) * ON_A_PAGE
  const [rows, stars] = await Promise.all([
    selectSearchPage(ctx.db, { teamId: ctx.team.id, memberId, text, skip, limit: ON_A_PAGE + 1 }),
    selectStars(ctx.db, ctx.team.id, memberId),
  ])
  const searches = rows.slice(0, ON_A_PAGE).map((row) => toView(ctx.actor, row, stars))
  return { searches, hasMore: rows.length > ON_A_PAGE }
}

/** Returns the names of the searches that the member may see, by id and in order; only of the given ids, if any. */
export async function listSearchNames(
  ctx: TeamCtx,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectSearchNames(ctx.db, ctx.team.id, ctx.actor.memberId, ids && [...new Set(ids)])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** A search's question with its name. */
export type NamedQuestion = Awaited<ReturnType<typeof selectSearchQuestions>>[number]

/** Returns what these searches ask, by id, of those that the member may see. */
export async function listSearchQuestions(
  ctx: TeamCtx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedQuestion>> {
  if (ids.length === 0) return new Map()
  const rows = await selectSearchQuestions(ctx.db, ctx.team.id, ctx.actor.memberId, [...ids])
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Returns a few other searches that the member may see and that ask the same, each of which buys its items for itself.
 */
export const listDuplicateSearches = (
  ctx: TeamCtx,
  search: Pick<SearchView, 'id' | 'operation' | 'subject' | 'product'>,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  selectDuplicateSearches(
    ctx.db,
    { teamId: ctx.team.id, memberId: ctx.actor.memberId, id: search.id, limit: MAX_SAME },
    search,
  )

/** Returns whether there is a saved search that the member may see. */
export const hasSearches = async (ctx: TeamCtx): Promise<boolean> =>
  (await selectAnySearch(ctx.db, ctx.team.id, ctx.actor.memberId)) !== null

/** Returns the searches in the trash, latest first. */
export async function listDeletedSearches(ctx: TeamCtx): Promise<SearchView[]> {
  const rows = await selectDeletedSearches(ctx.db, ctx.team.id, ctx.actor.memberId, MAX_IN_TRASH)
  return rows.map((row) => toView(ctx.actor, row, new Set()))
}

/** Returns one saved search that the member may see. Throws `not_found`. */
export async function getSearch(ctx: TeamCtx, id: string): Promise<SearchView> {
  const { memberId } = ctx.actor
  const row = await selectSearch(ctx.db, ctx.team.id, memberId, id)
  if (!row) throw notFound('The saved search')
  return toView(ctx.actor, row, await selectStars(ctx.db, ctx.team.id, memberId))
}

/** Compared as text, because most searches have no tags and a list has hundreds of searches. */
const NO_TAGS = '[]'

/** Returns a search as a member with these stars sees it. */
const toView = (actor: Actor, row: SearchRow, starred: ReadonlySet<string>): SearchView => ({
  id: row.id,
  version: row.version,
  name: row.name,
  operation: row.operation,
  subject: row.subject,
  product: row.product === null ? null : productSchema.parse(row.product),
  shared: row.shared,
  keyChoice: keyChoiceSchema.parse(row.keyChoice),
  environmentId: row.environmentId,
  walletId: row.walletId,
  keyId: row.keyId,
  tags: row.tags === NO_TAGS ? [] : tagsSchema.parse(JSON.parse(row.tags)),
  reuseSeconds: row.reuseSeconds,
  streamId: row.streamId,
  ownerId: row.ownerId,
  may: { change: canChange(actor, row.ownerId) },
  isStarred: starred.has(row.id),
  updatedAt: row.updatedAt,
  changedByName: row.changedByName,
  deletedAt: row.deletedAt,
})

type ChoiceOfKey = Pick<SearchView, 'keyChoice' | 'keyId' | 'walletId' | 'environmentId'>

/** Returns whether a search chooses this key by itself: its one key, or any key of its wallet or environment. */
export function choosesKey(
  search: ChoiceOfKey,
  key: Pick<KeyView, 'id' | 'walletId' | 'environmentId'>,
): boolean {
  if (search.keyChoice === 'key') return key.id === search.keyId
  if (search.keyChoice === 'wallet') return key.walletId === search.walletId
  return search.environmentId === null || key.environmentId === search.environmentId
}

/** Returns the team's active keys, those that the search chooses by itself first. */
export async function listKeysFor(ctx: TeamCtx, search: ChoiceOfKey): Promise<KeyView[]> {
  const active = (await listKeys(ctx)).filter(({ status }) => status === 'active')
  const own = active.filter((key) => choosesKey(search, key))
  return [...own, ...active.filter((key) => !own.includes(key))]
}
