import { AppError } from '@/lib/kernel'
import { diagnoseKeyRefusal, isReplaced, loadKeyForUse, type ReadyKey } from '@/lib/keys/keys'
import { BudgetStopError } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { runStage } from '@/lib/platform/process'
import type { Answer, Page, PageOutline } from '@/lib/upstream/client'
import type { Pacer, Slot } from '@/lib/upstream/pacing'
import type { PageProblem } from '../core/page-problem'
import { type AttemptTiming, FAILED_BEFORE_CALL_PROBLEM, NEVER_SENT_TIMING } from './attempts'
import type { PageOrder, PurchaseResult } from './page-order'
import type { CallServices, RunServices } from './run-services'
import { budgetStopProblem, keyOrProblem, reloadKeyForUse, sendPaced } from './send-paced'

const TRIES = 4

/**
 * Buys one page through its key's queue, in which runs take turns. An attempt with its reservation is on the ledger
 * before the call; unless the page arrives, it ends here as FREE or UNKNOWN. A 429 is tried again, first in line, as a
 * new attempt, because nothing is charged for it.
 */
export async function buyPage<Got extends PageOutline = Page>(
  ctx: TeamCtx,
  services: CallServices,
  order: PageOrder<Got>,
): Promise<PurchaseResult<Got>> {
  const first = await keyOrProblem(() => loadKeyForUse(ctx, services, order.key, order.upstream))
  if ('kind' in first) return { delivered: null, problem: first }
  let used: ReadyKey = first
  const opened = await orBudgetStop(ctx, order, () => runStage('open', () => services.book.open(ctx, order)))
  if (typeof opened !== 'string') return { delivered: null, problem: opened }
  let attemptId = opened
  const endWithoutPage = async (
    problem: PageProblem,
    timing: AttemptTiming,
  ): Promise<PurchaseResult<Got>> => {
    await services.book.endWithoutPage(ctx, order, { attemptId, problem, timing })
    return { delivered: null, problem }
  }
  /** Ends a try on which a failure of our own follows, because otherwise it would stay open until the next start. */
  const endFailed = (problem: PageProblem, timing: AttemptTiming) => (error: unknown) => {
    void services.book.endWithoutPage(ctx, order, { attemptId, problem, timing }).catch(() => undefined)
    throw error
  }
  for (let tries = 1; ; tries++) {
    const sent = await runStage('send', () =>
      // A call that was sent has an answer, whatever happened to it.
      sendPaced(ctx, services, { order, attemptId, used, goesFirst: tries > 1 }).catch(
        endFailed(FAILED_BEFORE_CALL_PROBLEM, NEVER_SENT_TIMING),
      ),
    )
    if ('problem' in sent) return endWithoutPage(sent.problem, NEVER_SENT_TIMING)
    const { slot, answer } = sent
    used = sent.used
    reportToPacer(used.pacer, slot, answer)
    const latencyMs = Math.round(answer.latencyMs)
    const waitedMs = Math.round(slot.waitedMs)
    if (answer.ok) {
      const { value: page, httpStatus, servedAt = ctx.clock.now() } = answer
      const travelled = { httpStatus, latencyMs, waitedMs }
      return { delivered: { attemptId, page, servedAt, ...travelled }, problem: null }
    }
    const timing = { httpStatus: answer.httpStatus, latencyMs, waitedMs }
    const { kind } = answer.problem
    // The refusal may be about what was requested, or about a key that another has replaced meanwhile.
    const isFormer = kind === 'not_allowed' && (await isReplaced(ctx, used.row).catch(() => false))
    if (kind === 'not_allowed' && !isFormer) diagnoseKeyRefusal(ctx, services, used.row)
    if ((kind !== 'rate_limited' && !isFormer) || tries === TRIES)
      return endWithoutPage(answer.problem, timing)
    if (isFormer) {
      const next = await keyOrProblem(() => reloadKeyForUse(ctx, services, order, used)).catch(
        endFailed(answer.problem, timing),
      )
      if ('kind' in next) return endWithoutPage(answer.problem, timing)
      used = next
    }
    const refused = { attemptId, problem: answer.problem, timing }
    const reopened = await orBudgetStop(ctx, order, () => services.book.openAgain(ctx, order, refused)).catch(
      endFailed(answer.problem, timing),
    )
    if (typeof reopened !== 'string') return endWithoutPage(reopened, timing)
    attemptId = reopened
  }
}

/** Returns the opened attempt, or the budget's stop, in which case nothing was written or sent. */
async function orBudgetStop(
  ctx: TeamCtx,
  { isHeldByOthers = false }: Pick<PageOrder<PageOutline>, 'isHeldByOthers'>,
  open: () => Promise<string>,
): Promise<string | PageProblem> {
  try {
    return await open()
  } catch (error) {
    if (!(error instanceof BudgetStopError)) throw error
    return budgetStopProblem(ctx, error, !isHeldByOthers)
  }
}

/** Tells the pacer what an answer means for later calls, before anything is awaited. */
function reportToPacer(pacer: Pacer, slot: Slot, answer: Answer<unknown>): void {
  const problem = answer.ok ? null : answer.problem
  if (problem?.kind === 'rate_limited')
    slot.refused({ ...answer.rate, retryAfterMs: problem.retryAfterMs ?? null })
  else slot.answered(answer.rate)
  if (problem?.kind === 'wallet_empty') pacer.halt(new AppError('upstream', problem.message))
}

/** Interval of checks, so that a right that ended is known everywhere within five seconds, even to waiting calls. */
const LOOK_MS = 2000

/** Created once, because an abort without a reason creates an error each time. */
const OVER = new Error('The page was bought')
const LOST = new Error('The right to run searches ended')

/**
 * Buys a page for the context's actor, who may lose the right to run searches while the call waits for its key. It is
 * then given up, as if the order's own signal had ended it, and the problem says who lost the right.
 */
export async function buyPageIfPermitted<Got extends PageOutline = Page>(
  ctx: TeamCtx,
  services: RunServices,
  order: PageOrder<Got>,
): Promise<PurchaseResult<Got>> {
  const [leaving, over] = [new AbortController(), new AbortController()]
  const { signal, key } = order
  const leave = () => leaving.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  const untilLost = async () => {
    while (!leaving.signal.aborted) {
      await ctx.clock.sleep(LOOK_MS, over.signal)
      // Stops nobody while the database does not answer.
      const may = await services.guard.check(ctx, services, key.id).then(
        (found) => found.may,
        () => true,
      )
      if (!may) leaving.abort(LOST)
    }
  }
  untilLost().catch(() => undefined)
  try {
    const bought = await buyPage(ctx, services, { ...order, signal: leaving.signal })
    if (bought.problem?.kind !== 'cancelled' || leaving.signal.reason !== LOST) return bought
    const message = `${order.attribution.memberName} may no longer run searches in this team.`
    return { delivered: null, problem: { ...bought.problem, message } }
  } finally {
    over.abort(OVER)
    signal?.removeEventListener('abort', leave)
  }
}
