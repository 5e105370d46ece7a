import type { Ctx } from '@/lib/kernel'
import type { Db } from './db'

/** The kernel's context on Purser's own database: the first argument of verbs. */
export interface TeamCtx extends Ctx<Db> {
  /** What was asked for a page that is being rendered. Absent where something is changed: there a question is asked each time. */
  readonly asked?: Map<unknown, Promise<unknown>>
}

/**
 * A question that depends on the team alone, asked once for all parts of a page. All of them get the same answer, which
 * nobody may change.
 */
export const askedOnce =
  <Answer>(ask: (ctx: TeamCtx) => Promise<Answer>) =>
  (ctx: TeamCtx): Promise<Readonly<Answer>> => {
    const known = ctx.asked?.get(ask)
    if (known) return known as Promise<Answer>
    const answer = ask(ctx)
    ctx.asked?.set(ask, answer)
    return answer
  }
