import { zipExact } from '@/lib/kernel'
import { executeWrites, type Tx, type WriteStatement } from '@/lib/platform/db'
import { insertPages, recordSightings, selectNewItemFlags } from './store'
import { insertUnindexedPages } from './words-store'

/** A page to store, bought now or taken from those bought earlier. */
export interface NewPage {
  readonly attemptId: string
  readonly runId: string
  readonly pageNumber: number
  /** Stream of its run's question, in which items are new or known. */
  readonly streamId: string
  readonly itemIds: readonly string[]
  /**
   * See `Page.packed`. Prepared before the transaction, since packing takes a while. Null for a page that was bought
   * earlier.
   */
  readonly packed: Uint8Array<ArrayBuffer> | null
  /** The page bought earlier that holds these items. */
  readonly sourceId?: string
  /** Moment of purchase, if it is not the moment of writing. */
  readonly boughtAt?: Date
}

/** The items of a page that are new in its run's stream: a 1 or a 0 for each, and their number. */
export interface NewItemFlags {
  readonly marks: string
  readonly count: number
}

/** Stores pages in the transaction that takes them. Returns what is new in each, in order. */
export async function storePages(
  tx: Tx,
  teamId: string,
  pages: readonly NewPage[],
  at: Date,
): Promise<NewItemFlags[]> {
  const news = await recordSightingsAndFlagNew(tx, teamId, pages, at)
  await executeWrites(tx, insertPagesWrites(tx, teamId, zipExact(pages, news), at))
  return news
}

/**
 * Records the items of pages in their streams. Returns what is new in each page, in order; `insertPagesWrites` then stores
 * the pages.
 */
export async function recordSightingsAndFlagNew(
  tx: Tx,
  teamId: string,
  pages: readonly NewPage[],
  at: Date,
): Promise<NewItemFlags[]> {
  const sighted = await recordSightings(
    tx,
    teamId,
    pages.map(({ attemptId, streamId, itemIds }) => ({ pageId: attemptId, streamId, itemIds })),
    at,
  )
  return pages.map(({ attemptId, itemIds }) => {
    const fresh = sighted.get(attemptId)
    return toNewItemFlags(itemIds.map((_, index) => (fresh?.has(index) ? '1' : '0')).join(''))
  })
}

/**
 * Returns the statements that store pages whose items are recorded, each with what is new in it, and that queue them for
 * the index of words.
 */
export const insertPagesWrites = (
  tx: Tx,
  teamId: string,
  pages: readonly (readonly [page: NewPage, news: NewItemFlags])[],
  at: Date,
): WriteStatement[] => [
  insertPages(
    tx,
    pages.map(
      ([{ attemptId, runId, pageNumber, itemIds, packed, sourceId = null, boughtAt = at }, { marks }]) => ({
        attemptId,
        teamId,
        runId,
        pageNumber,
        itemCount: itemIds.length,
        packed,
        sourceId,
        news: marks,
        at: boughtAt,
      }),
    ),
  ),
  insertUnindexedPages(
    tx,
    pages.flatMap(([{ attemptId, itemIds, boughtAt = at }]) =>
      itemIds.length === 0 ? [] : [{ teamId, at: boughtAt, attemptId }],
    ),
  ),
]

const toNewItemFlags = (marks: string): NewItemFlags => ({ marks, count: marks.split('1').length - 1 })

/** Returns what was new in stored pages, by id. */
export async function readNewItemFlags(
  tx: Tx,
  teamId: string,
  pageIds: string[],
): Promise<ReadonlyMap<string, NewItemFlags>> {
  const rows = await selectNewItemFlags(tx, teamId, pageIds)
  return new Map(rows.map(({ attemptId, news }) => [attemptId, toNewItemFlags(news)]))
}
