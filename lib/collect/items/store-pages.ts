import { paired } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import { noteSightings } from './sighting-store'
import { insertPages } from './store'

/** A page that was bought, or is taken from those bought before, ready to be stored. */
export interface NewPage {
  readonly attemptId: string
  readonly runId: string
  readonly pageNumber: number
  /** What its run asks: items are new in it, or were there before. */
  readonly streamId: string
  readonly itemIds: readonly string[]
  /** See `Page.packed`; made before the transaction, since it takes a while. Null in a page that was bought before. */
  readonly packed: Uint8Array<ArrayBuffer> | null
  /** The page bought before whose items these are. */
  readonly sourceId?: string
}

/** Which of a page's items no run of its stream had brought before: a 1 or a 0 for each, and how many. */
export interface News {
  readonly marks: string
  readonly count: number
}

/** Stores pages in the transaction that settles or takes them, and answers what is new in each, in order. */
export async function storePages(
  tx: Tx,
  teamId: string,
  pages: readonly NewPage[],
  at: Date,
): Promise<News[]> {
  const sighted = await noteSightings(
    tx,
    teamId,
    pages.map(({ attemptId, streamId, itemIds }) => ({ pageId: attemptId, streamId, itemIds })),
    at,
  )
  const news = pages.map(({ attemptId, itemIds }) => {
    const fresh = sighted.get(attemptId)
    const marks = itemIds.map((_, place) => (fresh?.has(place) ? '1' : '0')).join('')
    return { marks, count: marks.split('1').length - 1 }
  })
  await insertPages(
    tx,
    paired(pages, news).map(
      ([{ attemptId, runId, pageNumber, itemIds, packed, sourceId = null }, { marks }]) => ({
        attemptId,
        teamId,
        runId,
        pageNumber,
        itemCount: itemIds.length,
        packed,
        sourceId,
        news: marks,
        at,
      }),
    ),
  )
  return news
}
