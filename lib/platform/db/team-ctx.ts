import type { Ctx } from '@/lib/kernel'
import type { Db } from './db'

/** The kernel's context on Purser's own database, which is the first argument of verbs. */
export interface TeamCtx extends Ctx<Db> {
  /**
   * Answers cached while a page is rendered. Absent where something is changed, so that each question is asked again.
   */
  readonly asked?: Map<unknown, Promise<unknown>>
}

/**
 * Caches a question that depends only on the team for all parts of a page. They share the same answer, which nobody
 * may change.
 */
export const memoisePerContext =
  <Answer>(ask: (ctx: TeamCtx) => Promise<Answer>) =>
  (ctx: TeamCtx): Promise<Readonly<Answer>> => {
    const known = ctx.asked?.get(ask)
    if (known) return known as Promise<Answer>
    const answer = ask(ctx)
    ctx.asked?.set(ask, answer)
    return answer
  }
