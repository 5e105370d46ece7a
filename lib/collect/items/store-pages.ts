import { paired } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { noteSightings } from './sighting-store'
import { insertPages, selectNews } from './store'

/** A page to store: bought now, or taken from those bought before. */
export interface NewPage {
  readonly attemptId: string
  readonly runId: string
  readonly pageNumber: number
  /** Its run's question: items are new in this stream, or known. */
  readonly streamId: string
  readonly itemIds: readonly string[]
  /** See `Page.packed`; made before the transaction, since it takes a while. Null for a page that was bought before. */
  readonly packed: Uint8Array<ArrayBuffer> | null
  /** The page bought before that holds these items. */
  readonly sourceId?: string
  /** When it was bought, where that is not the moment of writing. */
  readonly boughtAt?: Date
}

/** Which of a page's items are new in its run's stream: a 1 or a 0 for each, and how many. */
export interface News {
  readonly marks: string
  readonly count: number
}

/** Stores pages in the transaction that takes them, and returns what is new in each, in order. */
export async function storePages(
  tx: Tx,
  teamId: string,
  pages: readonly NewPage[],
  at: Date,
): Promise<News[]> {
  const news = await noteNews(tx, teamId, pages, at)
  await storeNoted(tx, teamId, paired(pages, news), at)
  return news
}

/** Notes the items of pages in their streams, and returns what is new in each page, in order. `storeNoted` stores them. */
export async function noteNews(tx: Tx, teamId: string, pages: readonly NewPage[], at: Date): Promise<News[]> {
  const sighted = await noteSightings(
    tx,
    teamId,
    pages.map(({ attemptId, streamId, itemIds }) => ({ pageId: attemptId, streamId, itemIds })),
    at,
  )
  return pages.map(({ attemptId, itemIds }) => {
    const fresh = sighted.get(attemptId)
    return newsOf(itemIds.map((_, place) => (fresh?.has(place) ? '1' : '0')).join(''))
  })
}

/** Stores pages whose items are noted, each with what is new in it. */
export const storeNoted = (
  tx: Tx,
  teamId: string,
  pages: readonly (readonly [page: NewPage, news: News])[],
  at: Date,
): Promise<void> =>
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

/** What was new in pages that are stored, by their ids. */
export async function readNews(
  tx: Tx,
  teamId: string,
  pageIds: string[],
): Promise<ReadonlyMap<string, News>> {
  const rows = await selectNews(tx, teamId, pageIds)
  return new Map(rows.map(({ attemptId, news }) => [attemptId, newsOf(news)]))
}
