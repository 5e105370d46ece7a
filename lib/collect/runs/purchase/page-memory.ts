import { createHash } from 'node:crypto'
import type { PageRequest } from '@/lib/upstream/client'

/** A page that was bought lately, as far as it takes to go on from it; its items are in the database. */
export interface RememberedPage {
  readonly pageId: string
  readonly nextCursor: string | null
  readonly hasUnusableCursor: boolean
  readonly at: Date
}

/** What was asked for, with which key, for which team. */
export interface Asked {
  readonly teamId: string
  readonly keyId: string
  readonly request: PageRequest
}

/**
 * What this process bought in the last hour. Cursors are in it, so it is in memory alone (upstream-interface,
 * Pagination rule 2); another process, and this one after a restart, buys again.
 */
export interface PageMemory {
  /** A page that answers the same question and is no older than `maxAgeMs`; null where none is known. */
  find(asked: Asked, maxAgeMs: number, now: Date): RememberedPage | null
  keep(asked: Asked, page: RememberedPage): void
  /** Waits for whoever is buying the same, then does `work`; others who come meanwhile wait for that. */
  alone<T>(asked: Asked, work: () => Promise<T>): Promise<T>
}

const LONGEST_MS = 3_600_000
const MOST = 5000

export function createPageMemory(): PageMemory {
  const pages = new Map<string, RememberedPage>()
  const buying = new Map<string, Promise<unknown>>()

  function forgetOld(now: Date): void {
    const before = now.getTime() - LONGEST_MS
    for (const [name, { at }] of pages) {
      if (at.getTime() > before && pages.size <= MOST) return
      pages.delete(name)
    }
  }

  return {
    find(asked, maxAgeMs, now) {
      if (maxAgeMs <= 0) return null
      const page = pages.get(nameOf(asked)) ?? pages.get(nameOf({ ...asked, keyId: ANY_KEY }))
      return page && now.getTime() - page.at.getTime() <= maxAgeMs ? page : null
    },
    keep(asked, page) {
      // A cursor is of use to its own key alone; a page that is the last has none.
      const keyId = page.nextCursor === null && !page.hasUnusableCursor ? ANY_KEY : asked.keyId
      const name = nameOf({ ...asked, keyId })
      pages.delete(name)
      pages.set(name, page)
      forgetOld(page.at)
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

const nameOf = ({ teamId, keyId, request }: Asked): string => {
  const { operation, subject, product = null, count, cursor = null } = request
  const question = JSON.stringify([teamId, keyId, operation, subject, product, count, cursor])
  return createHash('sha256').update(question).digest('base64url')
}
