import type { Clock } from '@/lib/kernel'
import type { UpstreamAccess } from '@/lib/keys/keys'
import { type AnswerMemory, createAnswerMemory } from './answer-memory'
import { type Book, createBook } from './book'
import { orNotLiving } from './not-living'
import { createPageMemory, type PageMemory } from './page-memory'
import { createRunGuard, type RunGuard } from './run-guard'
import { createWaitingTries, type WaitingTries } from './waiting-tries'

/**
 * The services, besides the context, that buying a page needs: the upstream by the team's provider, and the book in
 * which purchases are written.
 */
export interface CallServices extends UpstreamAccess {
  readonly book: Book
  readonly waiting: WaitingTries
}

/** The services, besides the context, that a run needs: those of its calls, and this process's state. */
export interface RunServices extends CallServices {
  /** Written on each attempt, so that the attempts of a dead process are found. */
  readonly instanceId: string
  readonly memory: PageMemory
  readonly answers: AnswerMemory
  readonly guard: RunGuard
}

/** Creates what the runs of one process share. For `requireLiving` see `createBook`. */
export const createRunServices = (
  access: UpstreamAccess,
  instanceId: string,
  clock: Clock,
  requireLiving?: () => Promise<void>,
): RunServices => ({
  ...access,
  instanceId,
  book: createBook(instanceId, clock, requireLiving && orNotLiving(requireLiving)),
  waiting: createWaitingTries(clock),
  memory: createPageMemory(clock),
  answers: createAnswerMemory(clock),
  guard: createRunGuard(clock),
})
