import { createHash } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { PageRequest } from '@/lib/upstream/client'

/** A recently bought page, with what a run needs to continue after it; its items are in the database. */
export interface RememberedPage {
  readonly pageId: string
  readonly nextCursor: string | null
  readonly hasUnusableCursor: boolean
  readonly at: Date
}

/** The request, with its key and team. */
export interface PageQuestion {
  readonly teamId: string
  readonly keyId: string
  readonly request: PageRequest
}

/**
 * What this process bought in the last hour. It holds cursors, so it is in memory alone (upstream-interface, Pagination
 * rule 2); another process, and this one after a restart, buys again.
 */
export interface PageMemory {
  /** A page that answers the same request and is no older than `maxAgeMs`; null if there is none. */
  find(asked: PageQuestion, maxAgeMs: number): RememberedPage | null
  keep(asked: PageQuestion, page: RememberedPage): void
  /** Waits while somebody else buys the same, then does `work`; later callers wait for that. */
  alone<T>(asked: PageQuestion, work: () => Promise<T>): Promise<T>
}

const LONGEST_MS = 3_600_000
const MOST = 5000

export function createPageMemory(clock: Clock): PageMemory {
  const now = () => clock.now().getTime()
  const pages = createCache<RememberedPage>({ most: MOST, life: { ms: LONGEST_MS, now } })
  const buying = new Map<string, Promise<unknown>>()

  return {
    find(asked, maxAgeMs) {
      if (maxAgeMs <= 0) return null
      const page = pages.get(nameOf(asked)) ?? pages.get(nameOf({ ...asked, keyId: ANY_KEY }))
      return page && now() - page.at.getTime() <= maxAgeMs ? page : null
    },
    keep(asked, page) {
      // A cursor works with its own key only; the last page has none.
      const keyId = page.nextCursor === null && !page.hasUnusableCursor ? ANY_KEY : asked.keyId
      pages.set(nameOf({ ...asked, keyId }), page)
    },
    async alone(asked, work) {
      const name = nameOf(asked)
      for (let other = buying.get(name); other; other = buying.get(name)) await other
      const mine = work()
      const done = mine.then(
        () => undefined,
        () => undefined,
      )
      buying.set(name, done)
      try {
        return await mine
      } finally {
        buying.delete(name)
      }
    },
  }
}

const ANY_KEY = ''

const nameOf = ({ teamId, keyId, request }: PageQuestion): string => {
  const { operation, subject, product = null, count, cursor = null } = request
  const question = JSON.stringify([teamId, keyId, operation, subject, product, count, cursor])
  return createHash('sha256').update(question).digest('base64url')
}
