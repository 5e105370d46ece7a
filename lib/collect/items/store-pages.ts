import { paired } from '@/lib/kernel'
import { type Tx, type Write, writeTogether } from '@/lib/platform/db'
import { insertPages, noteSightings, selectNews } from './store'

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
export interface News {
  readonly marks: string
  readonly count: number
}

/** Stores pages in the transaction that takes them. Returns what is new in each, in order. */
export async function storePages(
  tx: Tx,
  teamId: string,
  pages: readonly NewPage[],
  at: Date,
): Promise<News[]> {
  const news = await noteNews(tx, teamId, pages, at)
  await writeTogether(tx, [storeNoted(tx, teamId, paired(pages, news), at)])
  return news
}

/**
 * Records the items of pages in their streams. Returns what is new in each page, in order; `storeNoted` then stores
 * the pages.
 */
export async function noteNews(tx: Tx, teamId: string, pages: readonly NewPage[], at: Date): Promise<News[]> {
  const sighted = await noteSightings(
    tx,
    teamId,
    pages.map(({ attemptId, streamId, itemIds }) => ({ pageId: attemptId, streamId, itemIds })),
    at,
  )
  return pages.map(({ attemptId, itemIds }) => {
    const fresh = sighted.get(attemptId)
    return newsOf(itemIds.map((_, index) => (fresh?.has(index) ? '1' : '0')).join(''))
  })
}

/** Returns the statement that stores pages whose items are recorded, each with what is new in it. */
export const storeNoted = (
  tx: Tx,
  teamId: string,
  pages: readonly (readonly [page: NewPage, news: News])[],
  at: Date,
): Write =>
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
  )

const newsOf = (marks: string): News => ({ marks, count: marks.split('1').length - 1 })

/** Returns what was new in stored pages, by id. */
export async function readNews(
  tx: Tx,
  teamId: string,
  pageIds: string[],
): Promise<ReadonlyMap<string, News>> {
  const rows = await selectNews(tx, teamId, pageIds)
  return new Map(rows.map(({ attemptId, news }) => [attemptId, newsOf(news)]))
}
