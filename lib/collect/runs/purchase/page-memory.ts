import { createHash } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { PageRequest } from '@/lib/upstream/client'
import type { PageAnswer } from '../core/schemas'
import type { LateCallback } from './page-order'

/** A recently bought page, with what a run needs to continue after it. Its items are in the database. */
export interface RememberedPage {
  readonly pageId: string
  readonly nextCursor: string | null
  readonly hasUnusableCursor: boolean
  readonly isNextLost: boolean
  readonly at: Date
}

/** A request with its key, team and service. */
export interface PageMemoryQuery {
  readonly teamId: string
  readonly service: string
  readonly keyId: string
  readonly request: PageRequest
}

/**
 * Pages that this process bought in the last hour. They hold cursors, so they are only in memory; another process,
 * and this one after a restart, buys again.
 */
export interface PageMemory {
  /**
   * Returns a page that answers the request and is no older than `maxAgeMs`; null if there is none. A page that was
   * asked for at least as many items will do, and so will a last page.
   */
  find(asked: PageMemoryQuery, maxAgeMs: number): RememberedPage | null
  keep(asked: PageMemoryQuery, page: RememberedPage): void
  /**
   * Waits while someone else buys the same page, then does `work`. Later callers wait until that ends or releases them.
   */
  alone<T>(asked: PageMemoryQuery, work: (letGo: () => void) => Promise<T>): Promise<T>
}

const MAX_MS = 3_600_000
const MAX_PAGES = 5000

export function createPageMemory(clock: Clock): PageMemory {
  const now = () => clock.now().getTime()
  const pages = createCache<readonly Kept[]>({ max: MAX_PAGES, life: { ms: MAX_MS, now } })
  const buying = new Map<string, Promise<void>>()

  return {
    find(asked, maxAgeMs) {
      const wanted = asked.request.count ?? Number.POSITIVE_INFINITY
      const max = Math.min(maxAgeMs, MAX_MS)
      // A page from the future was bought before the clock was set back, so its age cannot be told.
      const isYoung = (page: RememberedPage) => Math.abs(now() - page.at.getTime()) <= max
      const kept = [asked, { ...asked, keyId: ANY_KEY }].flatMap((each) => pages.get(nameOf(each)) ?? [])
      const fits = ({ count, page }: Kept) =>
        (count >= wanted || isLast(page)) && maxAgeMs > 0 && isYoung(page)
      return kept.find(fits)?.page ?? null
    },
    keep(asked, page) {
      // A cursor works only with its own key; the last page has none.
      const name = nameOf({ ...asked, keyId: isLast(page) ? ANY_KEY : asked.keyId })
      const count = asked.request.count ?? 0
      // An older page with no more items is of no further use.
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

/** A page with the number of items that it was asked for. */
interface Kept {
  readonly count: number
  readonly page: RememberedPage
}

const isLast = ({ nextCursor, hasUnusableCursor, isNextLost }: RememberedPage): boolean =>
  nextCursor === null && !hasUnusableCursor && !isNextLost

const nameOf = ({ teamId, service, keyId, request }: PageMemoryQuery): string => {
  const { operation, subject, product = null, cursor = null } = request
  const question = JSON.stringify([teamId, service, keyId, operation, subject, product, cursor])
  return createHash('sha256').update(question).digest('base64url')
}

/** A page that a session requests: the run, and the page's sequence number in it. */
export interface RequestedPage {
  readonly teamId: string
  readonly sid: string
  readonly runId: string
  readonly seq: number
}

/**
 * Answers that this process gave in the last 15 minutes: an answer can be lost on its way, and the run's position with
 * it. They hold sealed cursors, so they are only in memory.
 */
export interface AnswerMemory {
  /**
   * Does `work` for a sequence number once. A repeated request waits for it and gets its answer without the items,
   * which may have been deleted meanwhile. If `work` reports that its answer comes late, the caller that waits learns
   * that, and the answer is kept for repeated requests. An answer that left the run where it was is not kept, so that
   * it can be tried again.
   */
  once(
    place: RequestedPage,
    work: (onLate: LateCallback) => Promise<PageAnswer>,
  ): Promise<{ readonly answer: PageAnswer; readonly isRepeated: boolean }>
}

/** As long as a continuation can be followed. */
const LIFE_MS = 15 * 60_000
const MAX_ANSWERS = 2000

export function createAnswerMemory(clock: Clock): AnswerMemory {
  const life = { ms: LIFE_MS, now: () => clock.now().getTime() }
  const answers = createCache<PageAnswer>({ max: MAX_ANSWERS, life })
  // Bounded by the number of calls under way.
  const underWay = new Map<string, Promise<PageAnswer>>()

  async function keep(name: string, work: Promise<PageAnswer>): Promise<PageAnswer> {
    try {
      const answer = await work
      if (answer.problem?.charged !== 'no') answers.set(name, withoutItems(answer))
      return answer
    } finally {
      underWay.delete(name)
    }
  }

  return {
    async once({ teamId, sid, runId, seq }, work) {
      const name = JSON.stringify([teamId, sid, runId, seq])
      const told = answers.get(name) ?? underWay.get(name)
      if (told) return { answer: withoutItems(await told), isRepeated: true }
      const answer = new Promise<PageAnswer>((resolve, reject) => {
        keep(name, work(reject)).then(resolve, reject)
      })
      underWay.set(name, answer)
      return { answer: await answer, isRepeated: false }
    },
  }
}

const withoutItems = (answer: PageAnswer): PageAnswer =>
  answer.page ? { ...answer, page: { ...answer.page, items: [] }, hidden: [] } : answer
