import { createHash } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { PageRequest } from '@/lib/upstream/client'

/** A recently bought page, with what a run needs to continue after it; its items are in the database. */
export interface RememberedPage {
  readonly pageId: string
  readonly nextCursor: string | null
  readonly hasUnusableCursor: boolean
  readonly isNextLost: boolean
  readonly at: Date
}

/** The request, with its key, team and service. */
export interface PageQuestion {
  readonly teamId: string
  readonly service: string
  readonly keyId: string
  readonly request: PageRequest
}

/**
 * What this process bought in the last hour. It holds cursors, so it is in memory alone (upstream-interface, Pagination
 * rule 2); another process, and this one after a restart, buys again.
 */
export interface PageMemory {
  /**
   * A page that answers the request and is no older than `maxAgeMs`; null if there is none. One that was asked for at
   * least as many items will do, and so will a last page.
   */
  find(asked: PageQuestion, maxAgeMs: number): RememberedPage | null
  keep(asked: PageQuestion, page: RememberedPage): void
  /** Waits while somebody else buys the same, then does `work`; later callers wait for that, or until it lets them go. */
  alone<T>(asked: PageQuestion, work: (letGo: () => void) => Promise<T>): Promise<T>
}

const LONGEST_MS = 3_600_000
const MOST = 5000

export function createPageMemory(clock: Clock): PageMemory {
  const now = () => clock.now().getTime()
  const pages = createCache<readonly Kept[]>({ most: MOST, life: { ms: LONGEST_MS, now } })
  const buying = new Map<string, Promise<void>>()

  return {
    find(asked, maxAgeMs) {
      const wanted = asked.request.count ?? Number.POSITIVE_INFINITY
      const most = Math.min(maxAgeMs, LONGEST_MS)
      // A page from far ahead was bought before the clock was set back: how old it is cannot be told.
      const isYoung = (page: RememberedPage) => Math.abs(now() - page.at.getTime()) <= most
      const kept = [asked, { ...asked, keyId: ANY_KEY }].flatMap((each) => pages.get(nameOf(each)) ?? [])
      const fits = ({ count, page }: Kept) =>
        (count >= wanted || isLast(page)) && maxAgeMs > 0 && isYoung(page)
      return kept.find(fits)?.page ?? null
    },
    keep(asked, page) {
      // A cursor works with its own key only; the last page has none.
      const name = nameOf({ ...asked, keyId: isLast(page) ? ANY_KEY : asked.keyId })
      const count = asked.request.count ?? 0
      // An older page of no more items serves nobody any longer.
      const larger = (pages.get(name) ?? []).filter((kept) => kept.count > count)
      pages.set(name, [{ count, page }, ...larger])
    },
    async alone(asked, work) {
      const name = nameOf(asked)
      for (let other = buying.get(name); other; other = buying.get(name)) await other
      let tell = (): void => undefined
      const mine = new Promise<void>((resolve) => {
        tell = resolve
      })
      buying.set(name, mine)
      const letGo = (): void => {
        if (buying.get(name) === mine) buying.delete(name)
        tell()
      }
      try {
        return await work(letGo)
      } finally {
        letGo()
      }
    },
  }
}

const ANY_KEY = ''

/** A page, and how many items it was asked for. */
interface Kept {
  readonly count: number
  readonly page: RememberedPage
}

const isLast = ({ nextCursor, hasUnusableCursor, isNextLost }: RememberedPage): boolean =>
  nextCursor === null && !hasUnusableCursor && !isNextLost

const nameOf = ({ teamId, service, keyId, request }: PageQuestion): string => {
  const { operation, subject, product = null, cursor = null } = request
  const question = JSON.stringify([teamId, service, keyId, operation, subject, product, cursor])
  return createHash('sha256').update(question).digest('base64url')
}
