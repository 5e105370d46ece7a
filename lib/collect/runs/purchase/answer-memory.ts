import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { PageAnswer } from '../core/schemas'
import type { OnLate } from './or-later'

/** A page that a session requests: the run, and the page's sequence number in it. */
export interface AskedPlace {
  readonly teamId: string
  readonly sid: string
  readonly runId: string
  readonly seq: number
}

/**
 * Answers that this process gave in the last 15 minutes: an answer can be lost on its way, and the run's position with
 * it. They hold sealed cursors, so they are only in memory (upstream-interface, Pagination rule 2).
 */
export interface AnswerMemory {
  /**
   * Does `work` for a sequence number once. A repeated request waits for it and gets its answer without the items,
   * which may have been deleted meanwhile. If `work` reports that its answer comes late, whoever waits learns that,
   * and the answer is kept for repeated requests. An answer that left the run where it was is not kept, so that it can
   * be tried again.
   */
  once(
    place: AskedPlace,
    work: (onLate: OnLate) => Promise<PageAnswer>,
  ): Promise<{ readonly answer: PageAnswer; readonly isRepeated: boolean }>
}

/** As long as a continuation can be followed. */
const LIFE_MS = 15 * 60_000
const MAX = 2000

export function createAnswerMemory(clock: Clock): AnswerMemory {
  const life = { ms: LIFE_MS, now: () => clock.now().getTime() }
  const answers = createCache<PageAnswer>({ most: MAX, life })
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
