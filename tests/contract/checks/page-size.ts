import { largestPage, maximumCount } from '@/lib/kernel'
import type { Check } from '../suite/check'
import { hold, NotChecked } from '../suite/findings'
import type { Purchase } from '../suite/pages'

const ABOUT_20 = { least: 15, most: 30 }
const LISTS = ['followers', 'timeline', 'search'] as const

function holdSize({ request: { operation, count }, page }: Purchase): void {
  const { length } = page.items
  hold(
    length <= largestPage(operation),
    `A ${operation} page holds ${length} items; the maximum is ${maximumCount(operation)}.`,
  )
  hold(
    length >= ABOUT_20.least || page.nextCursor === null,
    `A ${operation} page asked for with count=${count} holds ${length} items though more exist; the floor is about 20.`,
  )
}

/** Section "Limits / Page size". */
export const PAGE_SIZE_CHECKS: readonly Check[] = [
  {
    topic: 'page size',
    name: 'count=1 brings about 20 items: the floor',
    buys: LISTS,
    async run({ lists }) {
      for (const list of LISTS) {
        const { page } = await lists.first(list)
        const { length } = page.items
        if (page.nextCursor === null) throw new NotChecked(`The ${list} list is too short to tell.`)
        hold(
          length >= ABOUT_20.least && length <= ABOUT_20.most,
          `A ${list} page holds ${length} items with count=1.`,
        )
      }
    },
  },
  {
    topic: 'page size',
    name: 'no timeline page is larger than 100, no search page than 50',
    buys: ['timeline', 'timeline', 'search', 'search'],
    async run({ lists }) {
      holdSize(await lists.second('timeline'))
      holdSize(await lists.second('search'))
    },
  },
  {
    topic: 'page size',
    name: 'no followers page is larger than 200',
    buys: ['followers'],
    async run({ buy, target }) {
      const subject = target.subjects.followersUser
      holdSize(await buy({ operation: 'followers', subject, count: maximumCount('followers') }))
    },
  },
]
