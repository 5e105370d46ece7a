import { type Actor, AppError, canChange, compareByName, notFound } from '@/lib/kernel'
import { type KeyView, listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import {
  keyChoiceSchema,
  productSchema,
  SEARCH_PLACE,
  type SearchPart,
  type SearchView,
  tagsSchema,
} from './schemas'
import {
  countListed,
  type SearchFilter,
  type SearchPlace,
  type SearchRow,
  type SearchWalk,
  type StoredSubject,
  selectAnySearch,
  selectByIds,
  selectDeletedSearch,
  selectDeletedSearches,
  selectDuplicateSearches,
  selectSearch,
  selectSearches,
  selectSearchNames,
  selectSearchQuestions,
  selectStars,
  selectSubjects,
  selectTagLists,
  walkSearches,
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

/** A page of a list of searches. */
interface SearchesPage {
  readonly searches: readonly SearchView[]
  /** Values of `before` and `after` for the pages around it; null if there is none. */
  readonly previous: string | null
  readonly next: string | null
}

/**
 * Returns one page of the searches that the member may see and that fit the part, starred ones first. With `scheduled`,
 * the searches that a schedule runs, the part may ask for those, or for the others.
 */
export async function findSearches(
  ctx: TeamCtx,
  part: SearchPart,
  scheduled: readonly string[] = [],
): Promise<SearchesPage> {
  const { db, team, actor } = ctx
  const isBackwards = part.after === undefined && part.before !== undefined
  const order = ORDERS[part.sort]
  const from = readPlace(order, part.after ?? part.before)
  const walk = { ...order, from, isBackwards, limit: ON_A_PAGE + 1 }
  const found = await walkSearches(db, filterOf(ctx, part, scheduled), walk)
  // Searches before the first page have come since: it is shown as it is now.
  if (isBackwards && found.length < ON_A_PAGE)
    return findSearches(ctx, { ...part, before: undefined }, scheduled)
  const shown = isBackwards ? found.slice(0, ON_A_PAGE).reverse() : found.slice(0, ON_A_PAGE)
  const ids = shown.map(({ id }) => id)
  const rows = new Map((await selectByIds(db, team.id, ids)).map((row) => [row.id, row]))
  const starred = new Set(shown.flatMap(({ id, isStarred }) => (isStarred ? id : [])))
  const isFull = found.length > ON_A_PAGE
  const [first, last] = [shown[0], shown.at(-1)]
  return {
    searches: ids.flatMap((id) => {
      const row = rows.get(id)
      return row ? [toView(actor, row, starred)] : []
    }),
    previous: first && (isBackwards ? isFull : from !== null) ? writePlace(first) : null,
    next: last && (isBackwards || isFull) ? writePlace(last) : null,
  }
}

/** Number up to which searches are counted. */
const MAX_COUNTED = 10_000

/** Counts the searches that the member may see, and those that fit a part; 10,001 for more than ten thousand. */
export async function countSearches(
  ctx: TeamCtx,
  part: SearchPart,
  scheduled: readonly string[] = [],
): Promise<{ readonly all: number; readonly found: number }> {
  const whole = filterOf(ctx, { text: '', sort: part.sort }, [])
  const { text, tag, owner, kind, schedule } = part
  const isPart = text !== '' || [tag, owner, kind, schedule].some((value) => value !== undefined)
  const [all, found] = await Promise.all([
    countListed(ctx.db, whole, MAX_COUNTED + 1),
    isPart ? countListed(ctx.db, filterOf(ctx, part, scheduled), MAX_COUNTED + 1) : null,
  ])
  return { all, found: found ?? all }
}

/** Maximum number of different lists of tags that are read. */
const MAX_TAG_LISTS = 1000

/** Returns the tags of the searches that the member may see, by name. */
export async function listTags({ db, team, actor }: TeamCtx): Promise<string[]> {
  const of = { teamId: team.id, memberId: actor.memberId, limit: MAX_TAG_LISTS }
  const lists = await selectTagLists(db, of)
  const names = new Set(lists.flatMap((list) => tagsSchema.parse(JSON.parse(list))))
  return [...names]
    .map((name) => ({ name }))
    .sort(compareByName)
    .map(({ name }) => name)
}

type Order = Pick<SearchWalk, 'sort' | 'isDescending'>

const ORDERS: Readonly<Record<SearchPart['sort'], Order>> = {
  name: { sort: 'name', isDescending: false },
  '-name': { sort: 'name', isDescending: true },
  created: { sort: 'created', isDescending: false },
  '-created': { sort: 'created', isDescending: true },
  run: { sort: 'run', isDescending: false },
  '-run': { sort: 'run', isDescending: true },
}

function filterOf(
  { team, actor }: TeamCtx,
  { text, tag, owner, kind, schedule }: SearchPart,
  scheduled: readonly string[],
): SearchFilter {
  const ids = schedule && ({ are: schedule === 'yes' ? 'listed' : 'left out', of: scheduled } as const)
  return { teamId: team.id, memberId: actor.memberId, text, tag, ownerId: owner, operation: kind, ids }
}

const writePlace = ({ isStarred, id, value }: SearchPlace): string =>
  `${isStarred ? 1 : 0}~${id}~${typeof value === 'string' ? value : value.getTime()}`

/** Reads a position. Null for one of a list that was sorted by another column. */
function readPlace({ sort }: Order, text: string | undefined): SearchPlace | null {
  const [, star, id, value] = SEARCH_PLACE.exec(text ?? '') ?? []
  if (id === undefined || value === undefined) return null
  const isStarred = star === '1'
  if (sort === 'name') return { isStarred, id, value }
  return /^\d{1,13}$/.test(value) ? { isStarred, id, value: new Date(Number(value)) } : null
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
 * Lists of many subjects are not compared.
 */
export const listDuplicateSearches = (
  ctx: TeamCtx,
  search: Pick<SearchView, 'id' | 'operation' | 'subject' | 'subjectCount' | 'product'>,
): Promise<{ readonly id: string; readonly name: string }[]> =>
  search.subjectCount > 1
    ? Promise.resolve([])
    : selectDuplicateSearches(
        ctx.db,
        { teamId: ctx.team.id, memberId: ctx.actor.memberId, id: search.id, limit: MAX_SAME },
        search,
      )

/** Returns the subjects of a search in order, with their streams. */
export const listSubjects = (
  { db, team }: TeamCtx,
  search: Pick<SearchView, 'id' | 'subject' | 'subjectCount' | 'streamId'>,
): Promise<StoredSubject[]> => selectSubjects(db, { ...search, teamId: team.id })

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
  if (!row) throw await whyGone(ctx, id)
  return toView(ctx.actor, row, await selectStars(ctx.db, ctx.team.id, memberId))
}

/** Returns why there is no such search: it may be in the trash, which is told at its field. */
async function whyGone(ctx: TeamCtx, id: string): Promise<AppError> {
  const deleted = await selectDeletedSearch(ctx.db, ctx.team.id, ctx.actor.memberId, id)
  if (!deleted) return notFound('The saved search')
  const message = `The search “${deleted.name}” was deleted. Restore it from the trash to run it.`
  return new AppError('not_found', message, { searchId: 'It is in the trash.' })
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
  subjectCount: row.subjectCount,
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
  createdAt: row.createdAt,
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
