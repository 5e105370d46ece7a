import { isNewestFirstOrder, type Operation } from '@/lib/kernel'
import type { PageOutline } from '@/lib/upstream/client'
import { type Continuation, nextContinuation } from '../core/continuation'
import type { EndReason } from '../core/schemas'

/** The facts of a page that decide how its run continues. */
type TakenPage = Omit<PageOutline, 'reportedChargeNano'>

interface Conditions {
  readonly manner: string
  readonly operation: Operation
  readonly product: string | null
  readonly isBaseline: boolean
  readonly untilAt: Date | null
  readonly untilKnown: boolean
}

interface PageEnding {
  /** Continuation to the next page, even if the run stops before it; null if there is none. */
  readonly next: Continuation | null
  /**
   * Returns why the run ends here, given which of the page's items are new (a 1 or a 0 for each); null if it
   * continues.
   */
  why(marks: string): EndReason | null
}

/** Number of pages that a background run remembers, since its position is in memory and not in a sealed text. */
const REMEMBERED = 10_000

/**
 * Maximum number of consecutive empty pages that a background run follows: each is a call, and some services charge
 * for it.
 */
export const MAX_EMPTY_PAGES = 10

/** Decides how a run continues after a page: to the next one, unless the list ends or one of its conditions is met. */
export function decideRunContinuation(
  run: Conditions,
  at: Continuation,
  page: TakenPage,
  isFull: boolean,
): PageEnding {
  // If this page could not be read, neither could the following ones.
  if (page.isUnread) return { next: null, why: () => 'unread_items' }
  const isInBackground = run.manner === 'background'
  const followed = following(at, page, isInBackground ? REMEMBERED : undefined)
  if (typeof followed === 'string') return { next: null, why: () => followed }
  // An empty page meets no condition. A person decides page by page how long to continue.
  if (page.ids.length === 0) {
    const isEnough = isInBackground && (followed.emptyPages ?? 0) >= MAX_EMPTY_PAGES
    return { next: followed, why: () => (isEnough ? 'empty_page' : null) }
  }
  return {
    next: followed,
    why(marks) {
      // A condition that cannot be evaluated would never stop the run, which would buy everything.
      if (run.untilAt && page.lastCreatedAt === null) return 'unread_times'
      if (isFull) return 'cap_reached'
      if (run.untilAt && isOlder(page, run.untilAt)) return 'date_passed'
      return run.untilKnown && isKnown(run, marks) ? 'nothing_new' : null
    },
  }
}

/** Follows the cursor, unless a repeated cursor or page shows that this would burn the wallet in a loop. */
function following(at: Continuation, page: TakenPage, remembered?: number): Continuation | EndReason {
  if (page.hasUnusableCursor) return 'unusable_cursor'
  if (page.isNextLost) return 'next_page_not_found'
  if (page.nextCursor === null) return 'last_page'
  return nextContinuation(at, page.nextCursor, page.ids, remembered)
}

/**
 * Returns whether everything after a page is old. A list in time order turns old at a page whose last item is known;
 * the first may be an old pinned one. In any other list a whole page must be known.
 */
const isKnown = ({ operation, product, isBaseline }: Conditions, marks: string): boolean =>
  !isBaseline && isNewestFirstOrder({ operation, product }) ? marks.endsWith('0') : !marks.includes('1')

/** Returns whether the page ends beyond a date. Its last item counts, since an old pinned post may come first. */
const isOlder = ({ lastCreatedAt }: TakenPage, untilAt: Date): boolean =>
  lastCreatedAt !== null && new Date(lastCreatedAt) < untilAt
