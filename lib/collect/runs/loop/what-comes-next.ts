import { isInOrderOfTime, type Operation } from '@/lib/kernel'
import type { PageOutline } from '@/lib/upstream/client'
import type { EndReason } from '../core/schemas'
import { type Continuation, follow } from './continuation'

/** What decides how a run goes on from a page. */
type Came = Omit<PageOutline, 'reportedChargeMicro'>

interface Conditions {
  readonly manner: string
  readonly operation: Operation
  readonly product: string | null
  readonly isBaseline: boolean
  readonly untilAt: Date | null
  readonly untilKnown: boolean
}

interface Ending {
  /** Leads to the next page; null where there is none. */
  readonly next: Continuation | null
  /** Why the run ends here, given which of the page's items are new (a 1 or a 0 for each); null where it goes on. */
  why(marks: string): EndReason | null
}

/** Pages that a run in the background is not led back to: its place is in memory, not in a sealed text. */
const REMEMBERED = 10_000

/** How a run goes on from a page that came: to the next one, unless that is the end or what was asked for is reached. */
export function ending(run: Conditions, at: Continuation, page: Came, isFull: boolean): Ending {
  const followed = following(at, page, run.manner === 'background' ? REMEMBERED : undefined)
  if (typeof followed === 'string') return { next: null, why: () => followed }
  return {
    next: followed,
    why(marks) {
      if (isFull) return 'cap_reached'
      if (run.untilAt && isOlder(page, run.untilAt)) return 'date_passed'
      return run.untilKnown && isKnown(run, marks) ? 'nothing_new' : null
    },
  }
}

/** Follows the cursor, unless that would burn the wallet in a loop: a cursor or page seen before, or a page of nothing. */
function following(at: Continuation, page: Came, remembered?: number): Continuation | EndReason {
  if (page.hasUnusableCursor) return 'unusable_cursor'
  if (page.nextCursor === null) return 'last_page'
  if (page.ids.length === 0) return 'empty_page'
  return follow(at, page.nextCursor, page.ids, remembered)
}

/**
 * Whether what follows a page was there before: what comes in the order of time turns old where a page's last item is
 * known; the first may be a pinned one of long ago. Of anything else a whole page must be known.
 */
const isKnown = ({ operation, product, isBaseline }: Conditions, marks: string): boolean =>
  !isBaseline && isInOrderOfTime({ operation, product }) ? marks.endsWith('0') : !marks.includes('1')

/** Whether the page ends beyond a date: its last item counts, since a pinned post of long ago may stand first. */
const isOlder = ({ lastCreatedAt }: Came, untilAt: Date): boolean =>
  lastCreatedAt !== null && new Date(lastCreatedAt) < untilAt
