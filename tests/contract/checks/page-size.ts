import { listFormOf } from '@/lib/upstream/client'
import type { Check } from '../suite/check'
import { hold, NotChecked } from '../suite/findings'
import type { Purchase } from '../suite/pages'
import type { Session } from '../suite/session'

/** Tolerance for "about": a floor of 20 means 15 to 30. */
const ABOUT = { least: 0.75, most: 1.5 }
const LISTS = ['followers', 'timeline', 'search'] as const

function holdSize(
  { target: { provider } }: Session,
  { request: { operation, count }, page }: Purchase,
): void {
  const { length } = page.items
  const { floor, maximum } = listFormOf(provider, operation).count
  hold(length <= maximum, `A ${operation} page holds ${length} items; the maximum is ${maximum}.`, [
    `${operation}.count.maximum`,
  ])
  hold(
    length >= floor * ABOUT.least || page.nextCursor === null,
    `A ${operation} page asked for with a count of ${count} holds ${length} items though more exist; the floor is about ${floor}.`,
    [`${operation}.count.floor`],
  )
}

/** Section "Limits / Page size". */
export const PAGE_SIZE_CHECKS: readonly Check[] = [
  {
    topic: 'page size',
    name: 'a count of 1 brings the floor, about 20 items unless the provider says otherwise',
    buys: LISTS,
    async run({ lists, target: { provider } }) {
      for (const list of LISTS) {
        const { page } = await lists.first(list)
        const { length } = page.items
        const { floor } = listFormOf(provider, list).count
        if (page.nextCursor === null) throw new NotChecked(`The ${list} list is too short to tell.`)
        hold(
          length >= floor * ABOUT.least && length <= floor * ABOUT.most,
          `A ${list} page holds ${length} items with a count of 1.`,
          [`${list}.count.floor`],
        )
      }
    },
  },
  {
    topic: 'page size',
    name: 'no page of a timeline or a search is larger than its maximum: 100 and 50 unless the provider says otherwise',
    buys: ['timeline', 'timeline', 'search', 'search'],
    async run(session) {
      holdSize(session, await session.lists.second('timeline'))
      holdSize(session, await session.lists.second('search'))
    },
  },
  {
    topic: 'page size',
    name: 'no followers page is larger than its maximum: 200 unless the provider says otherwise',
    buys: ['followers'],
    async run(session) {
      const { provider, subjects } = session.target
      const count = listFormOf(provider, 'followers').count.maximum
      holdSize(session, await session.buy({ operation: 'followers', subject: subjects.followersUser, count }))
    },
  },
]
