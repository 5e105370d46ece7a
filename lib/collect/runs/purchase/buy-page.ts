import { AppError } from '@/lib/kernel'
import { markKeyRefused, openKey } from '@/lib/keys/keys'
import { BudgetStop, noteStop } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import type { Answer } from '@/lib/upstream/client'
import { type Pacer, type Slot, sendInSlot } from '@/lib/upstream/pacing'
import { notSent, type PageProblem } from '../core/page-problem'
import { NEVER_SENT, type Timing } from './attempts'
import type { Bought, PageOrder } from './page-order'
import type { RunServices } from './run-services'

const TRIES = 4

/**
 * Buys one page through its key's queue, where runs take turns. An attempt with its reservation is on the ledger before
 * the call; unless the page arrives, it ends here as FREE or UNKNOWN. A 429 is tried again, first in line, as a new
 * attempt (upstream-interface, Errors: nothing is charged for it).
 */
export async function buyPage(ctx: TeamCtx, services: RunServices, order: PageOrder): Promise<Bought> {
  const pacer = services.pacers.for(order.key.id, order.key.requestsPerSecond, order.key.keyRef)
  const secret = openKey(services, order.key)
  const opened = await orBudgetStop(ctx, () => services.book.open(ctx, order))
  if (typeof opened !== 'string') return { delivered: null, problem: opened }
  let attemptId = opened
  const missed = async (problem: PageProblem, travel: Timing): Promise<Bought> => {
    await services.book.miss(ctx, order, { attemptId, problem, travel })
    return { delivered: null, problem }
  }
  for (let tries = 1; ; tries++) {
    const sent = await sendPaced(pacer, order, tries > 1, (onSent) =>
      order.upstream.fetchPage(secret, order.request, { onSent }),
    )
    if ('problem' in sent) return missed(sent.problem, NEVER_SENT)
    const { slot, answer } = sent
    tell(pacer, slot, answer)
    const latencyMs = Math.round(answer.latencyMs)
    const waitedMs = Math.round(slot.waitedMs)
    if (answer.ok) {
      const { value: page, httpStatus } = answer
      return { delivered: { attemptId, page, httpStatus, latencyMs, waitedMs }, problem: null }
    }
    const travel = { httpStatus: answer.httpStatus, latencyMs, waitedMs }
    if (answer.problem.kind !== 'rate_limited' || tries === TRIES) {
      const over = await missed(answer.problem, travel)
      if (answer.problem.kind === 'key_refused') await markKeyRefused(ctx, services, order.key)
      return over
    }
    const refused = { attemptId, problem: answer.problem, travel }
    const reopened = await orBudgetStop(ctx, () => services.book.openAgain(ctx, order, refused)).catch(
      (error: unknown) => {
        // Whatever keeps the next try from beginning, this one has ended, and must not stay open.
        void services.book.miss(ctx, order, refused).catch(() => undefined)
        throw error
      },
    )
    if (typeof reopened !== 'string') return missed(reopened, travel)
    attemptId = reopened
  }
}

/** The opened attempt, or the budget's stop: then nothing was written and nothing sent. */
async function orBudgetStop(ctx: TeamCtx, open: () => Promise<string>): Promise<string | PageProblem> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof BudgetStop)) throw error
    await noteStop(ctx, error)
    return { kind: 'budget_stopped', charged: 'no', message: error.message }
  }
}

/** What an answer means for later calls; reported before anything is awaited. */
function tell(pacer: Pacer, slot: Slot, answer: Answer<unknown>): void {
  const problem = answer.ok ? null : answer.problem
  if (problem?.kind === 'rate_limited') slot.refused(problem.retryAfterMs ?? null)
  else slot.answered()
  if (problem?.kind === 'wallet_empty') pacer.halt(new AppError('upstream', problem.message))
}

type PacedAnswer<T> = { readonly slot: Slot; readonly answer: T } | { readonly problem: PageProblem }

/** Sends in the key's next slot. A wait that ends without one was never sent. */
async function sendPaced<T>(
  pacer: Pacer,
  { priority, attribution, signal }: PageOrder,
  again: boolean,
  send: (onSent: () => void) => Promise<T>,
): Promise<PacedAnswer<T>> {
  try {
    const request = { priority, lane: attribution.runId, again, ...(signal && { signal }) }
    return await sendInSlot(pacer, request, send)
  } catch (error) {
    return { problem: notSent(error, signal) }
  }
}
