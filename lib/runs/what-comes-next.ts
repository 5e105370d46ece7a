import { type Continuation, follow } from './continuation'
import type { EndReason } from './schemas'

/** What decides how a run goes on from a page. */
interface Came {
  readonly items: readonly { readonly id: string; readonly createdAt: string | null }[]
  readonly nextCursor: string | null
  readonly hasUnusableCursor: boolean
}

interface Conditions {
  readonly manner: string
  readonly untilAt: Date | null
  readonly untilKnown: boolean
}

interface Ending {
  /** Leads to the next page; null where there is none. */
  readonly next: Continuation | null
  /** Why the run ends here, given how many of the page's items are new; null where it goes on. */
  why(newItems: number): EndReason | null
}

/** Pages that a run in the background is not led back to: its place is in memory, not in a sealed text. */
const REMEMBERED = 10_000

/** How a run goes on from a page that came: to the next one, unless that is the end or what was asked for is reached. */
export function ending(run: Conditions, at: Continuation, page: Came, isFull: boolean): Ending {
  const followed = following(at, page, run.manner === 'background' ? REMEMBERED : undefined)
  if (typeof followed === 'string') return { next: null, why: () => followed }
  return {
    next: followed,
    why(newItems) {
      if (isFull) return 'cap_reached'
      if (run.untilAt && isOlder(page, run.untilAt)) return 'date_passed'
      return run.untilKnown && newItems === 0 ? 'nothing_new' : null
    },
  }
}

/** Follows the cursor, unless that would burn the wallet in a loop: a cursor or page seen before, or a page of nothing. */
function following(at: Continuation, page: Came, remembered?: number): Continuation | EndReason {
  if (page.hasUnusableCursor) return 'unusable_cursor'
  if (page.nextCursor === null) return 'last_page'
  if (page.items.length === 0) return 'empty_page'
  return follow(
    at,
    page.nextCursor,
    page.items.map(({ id }) => id),
    remembered,
  )
}

/** Whether the page ends beyond a date: its last item counts, since a pinned post of long ago may stand first. */
function isOlder({ items }: Came, untilAt: Date): boolean {
  const last = items.findLast(({ createdAt }) => createdAt !== null)?.createdAt
  return last != null && new Date(last) < untilAt
}
