import type { OperationName } from '@/lib/kernel'
import { widenReservations } from '@/lib/money/ledger'
import type { Tx } from '@/lib/platform/db'
import type { PageOutline } from '@/lib/upstream/client'
import { observePages } from '@/lib/upstream/providers'
import type { Delivered } from './page-order'

/** The number of items asked for, its maximum, and the upstream's list. */
export interface AskedSize {
  readonly place: string
  readonly count: number
  readonly maximum: number
}

/** A received page, and what was asked for. */
export interface AskedPage {
  readonly operation: OperationName
  readonly delivered: Delivered<PageOutline>
  /** Absent if nothing is to be learnt from it. */
  readonly asked?: AskedSize
}

/**
 * Learns how the upstream takes counts, in the transaction that books the pages; the next reservation relies on it.
 * Calls that relied on what has just turned out wrong, and whose end is open or unknown, may bring a whole page.
 */
export async function learnCounts(
  tx: Tx,
  teamId: string,
  pages: readonly AskedPage[],
  at: Date,
): Promise<void> {
  const sized = pages.flatMap(({ asked, operation, delivered: { page } }) => {
    const hasMore = page.nextCursor !== null || page.hasUnusableCursor || page.isNextLost
    return asked ? [{ ...asked, operation, asked: asked.count, came: page.ids.length, hasMore }] : []
  })
  for (const operation of await observePages(tx, teamId, sized, at)) {
    const most = Math.max(...sized.flatMap((page) => (page.operation === operation ? page.maximum : [])))
    await widenReservations(tx, teamId, operation, most)
  }
}
