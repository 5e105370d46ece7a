import type { Item, PageRequest } from '@/lib/upstream/client'
import { holdFound, NotChecked } from './findings'
import type { Purchase } from './pages'
import type { Subjects } from './target'

export type ListName = 'timeline' | 'search' | 'followers'

/** The first two pages of each list, each bought once, when a check first needs it. */
export interface Lists {
  /** Requests a count of 1, so the floor decides the page's size. */
  first(list: ListName | 'top'): Promise<Purchase>
  /** Requests the next page, with a larger count. Throws `NotChecked` if the list has no second page. */
  second(list: ListName): Promise<Purchase>
  /** Returns the items of both pages, in order. */
  both(list: ListName): Promise<readonly Item[]>
}

/** Counts of the second pages: the maxima, except for followers, whose 200 would use up a small budget. */
const SECOND_COUNT: Readonly<Record<ListName, number>> = { timeline: 100, search: 50, followers: 60 }

export function createLists(buy: (request: PageRequest) => Promise<Purchase>, subjects: Subjects): Lists {
  const firsts = new Map<string, Promise<Purchase>>()
  const seconds = new Map<string, Promise<Purchase>>()

  const lists: Lists = {
    first: (list) => once(firsts, list, () => buy({ ...requestOf(list, subjects), count: 1 })),
    second: (list) =>
      once(seconds, list, async () => {
        const { page } = await lists.first(list)
        holdFound(page, list)
        if (page.nextCursor === null)
          throw new NotChecked(`The ${list} list has one page only: name another user or other words.`)
        return buy({ ...requestOf(list, subjects), count: SECOND_COUNT[list], cursor: page.nextCursor })
      }),
    async both(list) {
      const pages = [await lists.first(list), await lists.second(list)]
      return pages.flatMap(({ page }) => page.items)
    },
  }
  return lists
}

/** Buys a page once. If that failed, later callers get `NotChecked`: it is one difference, not two. */
function once(
  known: Map<string, Promise<Purchase>>,
  name: string,
  make: () => Promise<Purchase>,
): Promise<Purchase> {
  const found = known.get(name)
  if (found)
    return found.catch((error: unknown) => {
      throw error instanceof NotChecked
        ? error
        : new NotChecked(`It needs a ${name} page, which did not come.`)
    })
  const made = make()
  known.set(name, made)
  return made
}

function requestOf(list: ListName | 'top', subjects: Subjects): PageRequest {
  switch (list) {
    case 'timeline':
      return { operation: 'timeline', subject: subjects.timelineUser }
    case 'search':
      return { operation: 'search', subject: subjects.searchQuery, product: 'Latest' }
    case 'top':
      return { operation: 'search', subject: subjects.searchQuery, product: 'Top' }
    case 'followers':
      return { operation: 'followers', subject: subjects.followersUser }
  }
}
