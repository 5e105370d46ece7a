import type { Operation } from '@/lib/kernel'
import type { Tx } from '@/lib/platform/db'
import type { PageOutline } from '@/lib/upstream/client'
import { observePages } from '@/lib/upstream/contract'
import type { Delivered } from './page-order'

/** A received page, and what was asked for. */
export interface AskedPage {
  readonly operation: Operation
  readonly delivered: Delivered<PageOutline>
  /** How many items were asked for, and in which list of the upstream; absent where nothing is to be learnt from it. */
  readonly asked?: { readonly place: string; readonly count: number }
}

/** Learns how the upstream takes counts, in the transaction that books the pages: the next reservation goes by it. */
export const learnCounts = (tx: Tx, teamId: string, pages: readonly AskedPage[], at: Date): Promise<void> =>
  observePages(
    tx,
    teamId,
    pages.flatMap(({ asked, operation, delivered: { page } }) => {
      const hasMore = page.nextCursor !== null || page.hasUnusableCursor
      return asked
        ? [{ place: asked.place, operation, asked: asked.count, came: page.ids.length, hasMore }]
        : []
    }),
    at,
  )
