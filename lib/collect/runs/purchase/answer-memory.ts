import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { PageAnswer } from '../core/schemas'

/** A page that a session asks for: the run, and the number by which the run knows it. */
export interface AskedPlace {
  readonly teamId: string
  readonly sid: string
  readonly runId: string
  readonly seq: number
}

/**
 * What this process answered in the last 15 minutes: an answer can be lost on its way, and the place of the run with it.
 * It holds sealed cursors, so it is in memory alone (upstream-interface, Pagination rule 2).
 */
export interface AnswerMemory {
  /**
   * Does `work` for a place once. A repeated request waits for it and gets its answer, which tells no items then: they
   * may have been deleted meanwhile. An answer that left the run at its place is not kept: the place can be tried again.
   */
  once(
    place: AskedPlace,
    work: () => Promise<PageAnswer>,
  ): Promise<{ readonly answer: PageAnswer; readonly isRepeated: boolean }>
}

/** As long as a continuation can be followed. */
const LIFE_MS = 15 * 60_000
const MOST = 2000

interface ToldAnswer {
  answer: Promise<PageAnswer>
}

export function createAnswerMemory(clock: Clock): AnswerMemory {
  const life = { ms: LIFE_MS, now: () => clock.now().getTime() }
  const answers = createCache<ToldAnswer>({ most: MOST, life })
  return {
    async once({ teamId, sid, runId, seq }, work) {
      const name = JSON.stringify([teamId, sid, runId, seq])
      const kept = answers.get(name)
      if (kept) return { answer: withoutItems(await kept.answer), isRepeated: true }
      const mine: ToldAnswer = { answer: work() }
      answers.set(name, mine)
      const forget = () => answers.get(name) === mine && answers.delete(name)
      try {
        const answer = await mine.answer
        if (answer.problem?.charged === 'no') forget()
        else mine.answer = Promise.resolve(withoutItems(answer))
        return { answer, isRepeated: false }
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}

const withoutItems = (answer: PageAnswer): PageAnswer =>
  answer.page ? { ...answer, page: { ...answer.page, items: [] }, hidden: [] } : answer
