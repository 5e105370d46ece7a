import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { type StoredItem, shortenedItem, unpackItems } from './read-items'
import { lockPagesWithContent, selectPageContents, selectPagesToIndex } from './store'
import { authorWord, listWords, searchWord } from './words'
import {
  deleteUnindexedPages,
  type IndexedRow,
  replaceWords,
  selectIndexedItems,
  selectLargestId,
  selectUnindexedPages,
  upsertIndexedItems,
} from './words-store'

/** Holds who may see the items of a run, and the search that it ran. */
export interface RunAudience {
  /** The member; empty for the whole team. */
  readonly audience: string
  readonly searchId: string | null
}

interface IndexServices {
  /** Returns the audiences of runs, by id. */
  readAudiences(runIds: string[]): Promise<ReadonlyMap<string, RunAudience>>
  /** Returns whether this process may still write. */
  isMine(tx: Tx): Promise<boolean>
}

/** Maximum numbers of pages and items in one step: on SQLite, all others wait for its write. */
const PAGES_A_STEP = 5
const ITEMS_A_STEP = 300
/** Maximum number of steps at a time, so that other teams have their turn. */
const MAX_STEPS = 100

/**
 * Makes the items of the team's waiting pages findable by their words, oldest page first. A page waits until the
 * transaction that indexes it, so that each is indexed at least once, and a second time changes nothing.
 */
export async function* indexWaitingPages(ctx: TeamCtx, services: IndexServices): AsyncGenerator<void, void> {
  for (let step = 0; step < MAX_STEPS; step++) {
    const waiting = await selectUnindexedPages(ctx.db, ctx.team.id, PAGES_A_STEP)
    if (waiting.length === 0) return
    const pages = await readPages(ctx, waiting, services)
    const isWritten = await transaction(ctx.db, async (tx) => {
      if (!(await services.isMine(tx))) return false
      await writePages(tx, ctx.team.id, pages)
      const done = pages.map(({ attemptId }) => attemptId)
      await deleteUnindexedPages(
        tx,
        ctx.team.id,
        waiting.filter(({ attemptId }) => done.includes(attemptId)),
      )
      return true
    })
    if (!isWritten) return
    yield
  }
}

interface PageToIndex {
  readonly attemptId: string
  readonly runId: string
  readonly sourceId: string | null
  readonly at: Date
  readonly of: RunAudience
  readonly items: readonly ItemToIndex[]
}

interface ItemToIndex {
  readonly itemId: string
  readonly item: string
}

/** Reads the first pages of the queue, up to a number of items. Pages whose items were deleted have none. */
async function readPages(
  ctx: TeamCtx,
  waiting: readonly { readonly attemptId: string; readonly at: Date }[],
  { readAudiences }: IndexServices,
): Promise<PageToIndex[]> {
  const rows = await selectPagesToIndex(
    ctx.db,
    ctx.team.id,
    waiting.map(({ attemptId }) => attemptId),
  )
  const byId = new Map(rows.map((row) => [row.attemptId, row]))
  const pages: Omit<PageToIndex, 'of'>[] = []
  let items = 0
  for (const { attemptId, at } of waiting) {
    const { runId, sourceId, itemCount } = byId.get(attemptId) ?? { runId: '', sourceId: null, itemCount: 0 }
    if (pages.length > 0 && items + itemCount > ITEMS_A_STEP) break
    items += itemCount
    const [content] = await selectPageContents(ctx.db, ctx.team.id, [sourceId ?? attemptId])
    const found = content ? await unpackItems(content) : []
    // The first of a page comes first in the list of found ones, too, which begins with the last id.
    pages.push({ attemptId, runId, sourceId, at, items: found.map(prepareItem).reverse() })
  }
  const audiences = await readAudiences([...new Set(pages.map(({ runId }) => runId))])
  return pages.map((page) => {
    const of = audiences.get(page.runId)
    return of ? { ...page, of } : { ...page, of: NOBODY, items: [] }
  })
}

const NOBODY: RunAudience = { audience: '', searchId: null }

const shown = z.object({
  text: z.string(),
  author: z.object({ id: z.string().nullable(), handle: z.string().nullable(), name: z.string().nullable() }),
  createdAt: z.string().nullable(),
  link: z.string().nullable(),
})

/** Holds what a list of found items shows of an item. */
export type IndexedItem = z.output<typeof shown>

export const parseIndexedItem = (item: string): IndexedItem => shown.parse(JSON.parse(item))

function prepareItem(stored: StoredItem): ItemToIndex {
  const { text, author, createdAt, link } = shortenedItem(stored)
  return {
    itemId: stored.id,
    item: JSON.stringify({ text, author, createdAt, link } satisfies IndexedItem),
  }
}

/** Maximum lengths of a name, and of names and text together: PostgreSQL takes a megabyte of words. */
const MAX_NAME_LENGTH = 200
const MAX_INDEXED_LENGTH = 20_000

const nameOf = (name: string | null): string => (name ?? '').slice(0, MAX_NAME_LENGTH)

/** Returns the words by which a row is found. */
function wordsOf({ teamId, audience, item, searchIds }: IndexedRow): string[] {
  const { text, author }: IndexedItem = parseIndexedItem(item)
  const byAuthor = author.handle === null ? null : authorWord(author.handle)
  const prefix = audiencePrefix(teamId, audience)
  return [
    ...listWords(`${nameOf(author.name)}\n${nameOf(author.handle)}\n${text}`.slice(0, MAX_INDEXED_LENGTH)),
    ...(byAuthor === null ? [] : [byAuthor]),
    ...searchIds.split(' ').flatMap((id) => (id === '' ? [] : [searchWord(id)])),
  ].map((word) => prefix + word)
}

/** Begins the words of one audience, so that no query meets those of others. Two that share it are told apart by row. */
export const audiencePrefix = (teamId: string, audience: string): string =>
  createHash('sha256').update(`${teamId} ${audience}`).digest('hex').slice(0, 6)

interface Candidate extends ItemToIndex {
  readonly page: PageToIndex
}

async function writePages(tx: Tx, teamId: string, pages: readonly PageToIndex[]): Promise<void> {
  const full = pages.filter(({ items }) => items.length > 0)
  if (full.length === 0) return
  const ids = full.flatMap(({ attemptId, sourceId }) =>
    sourceId === null ? attemptId : [attemptId, sourceId],
  )
  const held = await lockPagesWithContent(tx, teamId, [...new Set(ids)].sort())
  // Items that were deleted after they were read stay deleted.
  const candidates = full
    .filter(({ attemptId, sourceId }) => held.has(attemptId) && held.has(sourceId ?? attemptId))
    .flatMap((page): Candidate[] => page.items.map((item) => ({ ...item, page })))
  if (candidates.length === 0) return
  const known = await selectIndexedItems(
    tx,
    teamId,
    candidates.map(({ itemId, page }) => ({ itemId, audience: page.of.audience })),
  )
  const rows = new Map(known.map((row) => [keyOf(row), row]))
  const nextId = idsAfter(tx)
  const changed = new Set<string>()
  for (const { itemId, item, page } of candidates) {
    const { attemptId: pageId, at: pageAt, sourceId, runId, of } = page
    const key = keyOf({ itemId, audience: of.audience })
    const row = rows.get(key)
    const found = { item, pageId, pageAt, sourceId, searchIds: of.searchId ?? '' }
    const next = row
      ? mergeRow(row, found)
      : { id: await nextId(pageAt), teamId, itemId, audience: of.audience, runId, ...found, hasOlder: false }
    if (next === row) continue
    rows.set(key, next)
    changed.add(key)
  }
  const written = [...changed].flatMap((key) => rows.get(key) ?? [])
  await upsertIndexedItems(tx, written)
  const before = new Map(known.map((row) => [row.id, row]))
  const reworded = written.filter(({ id, item, searchIds }) => {
    const old = before.get(id)
    return old?.item !== item || old.searchIds !== searchIds
  })
  await replaceWords(
    tx,
    reworded.map((row) => [row.id, wordsOf(row)]),
    reworded.flatMap(({ id }) => (before.has(id) ? [id] : [])),
  )
}

const keyOf = ({ itemId, audience }: Pick<IndexedRow, 'itemId' | 'audience'>): string =>
  `${audience} ${itemId}`

/** Maximum number of searches by which an item is found. */
const MAX_SEARCHES = 20

/** Adds a page to an item's row. The text of the newest page wins. */
function mergeRow(
  row: IndexedRow,
  { searchIds: searchId, ...page }: Pick<IndexedRow, 'item' | 'pageId' | 'pageAt' | 'sourceId' | 'searchIds'>,
): IndexedRow {
  const known = row.searchIds.split(' ').filter((id) => id !== '')
  const isKnown = searchId === '' || known.includes(searchId) || known.length >= MAX_SEARCHES
  const searchIds = isKnown ? row.searchIds : [...known, searchId].join(' ')
  if (page.pageId === row.pageId) return isKnown ? row : { ...row, searchIds }
  if (page.pageAt < row.pageAt) return { ...row, searchIds, hasOlder: true }
  return { ...row, ...page, searchIds, hasOlder: true }
}

/** Number of ids of one millisecond. */
const IDS_A_MS = 1n << 20n

/** Returns the first id of a moment. Ids are in the order in which items were first bought. */
export const firstIdOf = (at: Date): bigint => BigInt(at.getTime()) * IDS_A_MS
export const momentOfId = (id: bigint): Date => new Date(Number(id / IDS_A_MS))
/** The length of a span of ids in which items of so many milliseconds are. */
export const idSpan = (ms: number): bigint => BigInt(ms) * IDS_A_MS

/** Returns a function that returns the next free id of a moment. */
function idsAfter(tx: Tx): (at: Date) => Promise<bigint> {
  const last = new Map<bigint, bigint>()
  return async (at) => {
    const first = firstIdOf(at)
    const before = last.get(first) ?? (await selectLargestId(tx, first, first + IDS_A_MS)) ?? first - 1n
    last.set(first, before + 1n)
    return before + 1n
  }
}
