import { randomBytes } from 'node:crypto'
import type { Item, PageRequest } from '@/lib/upstream/client'
import type { Check } from '../suite/check'
import { costsNothing, hold, holdFound, NotChecked } from '../suite/findings'
import type { Session } from '../suite/session'
import { holdIds } from './items'

const MAX_PAGES = 5

/** Section "Pagination rules". */
export const PAGINATION_CHECKS: readonly Check[] = [
  {
    topic: 'pagination',
    name: 'a search that finds nothing is one page, the last, and costs nothing',
    buys: ['search'],
    async run({ buy }) {
      const subject = `nothing${randomBytes(8).toString('hex')}`
      const { page, dropNano } = await buy({ operation: 'search', subject, count: 1 })
      hold(page.items.length === 0, `It brings ${page.items.length} items.`, ['search.subject.name'])
      hold(page.nextCursor === null, 'The empty page has a next cursor, so a reader would go on forever.', [
        'search.cursor.none',
        'search.cursor.more',
      ])
      hold(costsNothing(dropNano), 'The balance fell for an empty page.')
    },
  },
  {
    topic: 'pagination',
    name: 'a list can be read to its end: the last page has no next cursor, and nobody comes twice',
    buys: Array<'followers'>(MAX_PAGES).fill('followers'),
    async run({ buy, target }) {
      const subject = target.subjects.shortListUser
      if (subject === null) throw new NotChecked('It needs a user with few followers: --short-list-user.')
      const items: Item[] = []
      let cursor: string | null = null
      for (let pages = 1; pages <= MAX_PAGES; pages++) {
        const { page } = await buy({ operation: 'followers', subject, count: 1, ...(cursor && { cursor }) })
        items.push(...page.items)
        holdFound(page, 'followers')
        hold(page.nextCursor !== cursor, 'The same next cursor came twice.')
        cursor = page.nextCursor
        if (cursor === null) {
          holdIds(items)
          return
        }
      }
      throw new NotChecked(
        `After ${MAX_PAGES} pages the list has not ended: name a user with fewer followers.`,
      )
    },
  },
  {
    topic: 'pagination',
    name: 'an altered cursor is refused, and costs nothing',
    buys: ['search', 'search'],
    async run(session) {
      const { request, page } = await session.lists.first('search')
      if (page.nextCursor === null) throw new NotChecked('The search has one page only: name other words.')
      await holdRefused(session, { ...request, cursor: alter(page.nextCursor) })
    },
  },
  {
    topic: 'pagination',
    name: 'a cursor that never was is refused, and costs nothing',
    buys: ['search', 'search'],
    async run(session) {
      const { request } = await session.lists.first('search')
      await holdRefused(session, { ...request, cursor: 'no-such-cursor' })
    },
  },
]

async function holdRefused({ tryPage }: Session, request: PageRequest): Promise<void> {
  const { answer, dropNano } = await tryPage(request)
  hold(!answer.ok, `A page of ${answer.ok ? answer.value.items.length : 0} items came all the same.`)
  const { kind } = answer.problem
  hold(kind === 'cursor_refused' || kind === 'not_found', `It brings ${kind} (status ${answer.httpStatus}).`)
  hold(costsNothing(dropNano), 'The balance fell for it.')
}

/** Returns the cursor with another character in the middle, so that it still looks like one. */
function alter(cursor: string): string {
  const middle = Math.floor(cursor.length / 2)
  return cursor.slice(0, middle) + (cursor[middle] === 'A' ? 'B' : 'A') + cursor.slice(middle + 1)
}
