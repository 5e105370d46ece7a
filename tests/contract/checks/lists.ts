import type { Check } from '../suite/check'
import { NotChecked } from '../suite/findings'
import { holdNewestFirst, holdPeople, holdPosts } from './items'

/** Sections "Search and followers endpoints" and "Pagination rules": a follower list is a page of people. */
export const FOLLOWER_CHECKS: readonly Check[] = [
  {
    topic: 'followers',
    name: 'a page holds people: an id, a handle and a name each',
    buys: ['followers'],
    run: async ({ lists }) => holdPeople((await lists.first('followers')).page.items),
  },
  {
    topic: 'followers',
    name: 'the next page goes on with other people',
    buys: ['followers', 'followers'],
    run: async ({ lists }) => holdPeople(await lists.both('followers')),
  },
]

/** Section "GET /v1/users/{user}/tweets". */
export const TIMELINE_CHECKS: readonly Check[] = [
  {
    topic: 'timelines',
    name: 'a page holds posts: an id, a text, an author and a time each',
    buys: ['timeline'],
    run: async ({ lists }) => holdPosts((await lists.first('timeline')).page.items),
  },
  {
    topic: 'timelines',
    name: 'posts come newest first, over two pages, and none twice',
    buys: ['timeline', 'timeline'],
    async run({ lists }) {
      const items = await lists.both('timeline')
      holdPosts(items)
      holdNewestFirst(items)
    },
  },
]

/** Section "Search and followers endpoints": product is Latest or Top. */
export const SEARCH_CHECKS: readonly Check[] = [
  {
    topic: 'search',
    name: 'a page of product Latest holds posts',
    buys: ['search'],
    run: async ({ lists }) => holdPosts((await lists.first('search')).page.items),
  },
  {
    topic: 'search',
    name: 'product Latest comes newest first, over two pages, and no post twice',
    buys: ['search', 'search'],
    async run({ lists }) {
      const items = await lists.both('search')
      holdPosts(items)
      holdNewestFirst(items)
    },
  },
  {
    topic: 'search',
    name: 'a page of product Top holds posts',
    buys: ['search'],
    async run({ lists, target: { provider } }) {
      if (provider.search.product === null)
        throw new NotChecked(`${provider.name} offers no order of a search.`)
      holdPosts((await lists.first('top')).page.items)
    },
  },
]
