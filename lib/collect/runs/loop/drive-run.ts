import type { Clock, Priority } from '@/lib/kernel'
import { isStorageFailure, type TeamCtx } from '@/lib/platform/db'
import type { Continuation } from '../core/continuation'
import { endRun } from '../core/end-run'
import { describePageProblem, type PageProblem } from '../core/page-problem'
import type { RunEnd } from '../core/schemas'
import type { RunRow } from '../core/store'
import { retryDelayMs } from '../purchase/kept-writes'
import { InstanceDeclaredDeadError } from '../purchase/not-living'
import type { RunServices } from '../purchase/run-services'
import { advanceRun } from './advance-run'
import type { RunState, StepResult } from './run-step'

/** The reason for stopping a run that could continue. */
export type StopReason = 'cancelled' | 'restarted'

/** Time for which a check of the key, the provider and the member stays valid. */
const FRESH_MS = 2000
/** Number of consecutive failed calls after which the run ends: at no cost, and with an unknown charge. */
const MAX_FREE = 6
const MAX_LOST = 3
const MAX_WAIT_MS = 30_000
/** Number of refusals by a budget after which the pause grows no more: what others hold comes free within seconds. */
const MAX_HELD = 3
const CANCEL_COMES_MS = 2000

/** Temporary problems. All others would recur, so they end a run. */
const PASSING: readonly PageProblem['kind'][] = ['rate_limited', 'upstream_down', 'out_of_reach']
/** Added for an answer that cannot be read: the next one could not be read either, and would be charged too. */
const BOUGHT_ONCE = 'It may have been charged, so the page was not bought again.'

interface DriveRunOptions {
  readonly run: RunRow
  /** Position from which it continues; its beginning by default. */
  readonly from?: Continuation | undefined
  readonly priority: Priority
  /** Aborted, with a `Stop` as its reason, to end the run before the next call. A sent call is awaited. */
  readonly signal: AbortSignal
  /**
   * Runs of the same batch that may hold parts of its budgets, each for a whole page. While others do, a budget's refusal
   * is not final.
   */
  readonly holders?: Set<string> | undefined
}

/**
 * Buys a run's pages one after another until one of its conditions is met, a permanent problem arises, or it is
 * stopped from outside; the run records the reason. Its cursors are only in memory, as is the position at which it
 * ended, so that it can continue there.
 */
export async function driveRun(
  ctx: TeamCtx,
  services: RunServices,
  { run: begun, from, priority, signal, holders = new Set() }: DriveRunOptions,
): Promise<void> {
  const write = (reason: RunEnd['reason'], note?: string) =>
    endRun(ctx.db, ctx.team.id, begun.id, {
      reason,
      at: ctx.clock.now(),
      ...(note !== undefined && { note }),
    })
  const end = (reason: RunEnd['reason'], note?: string) =>
    retryOnStorageFailure(ctx.clock, () => write(reason, note))
  // Recorded while the last call is still in flight, so that the cancel shows immediately; the answer is kept.
  const stopped = () => void write(stopOf(signal)).catch(() => undefined)
  signal.addEventListener('abort', stopped, { once: true })
  // Holds its position; null once its list has no more.
  let at: Continuation | null = from ?? firstPage(begun)
  const misses = { free: 0, lost: 0, withoutSlots: 0, held: 0 }
  try {
    // It would buy its first pages again.
    if (at === null) throw new CannotGoOn('The place from which it was to continue was lost.', 'restarted')
    const patiently = <T>(work: () => Promise<T>) => retryOnStorageFailure(ctx.clock, work, signal)
    const first = await patiently(() => look(ctx, services, begun, signal))
    let standing: RunState = { ...first, isWithoutLoss: begun.pages === 0 }
    let lookedAt = ctx.clock.monotonic()
    while (!signal.aborted) {
      if (ctx.clock.monotonic() - lookedAt > FRESH_MS) {
        const { run } = standing
        standing = { ...standing, ...(await patiently(() => look(ctx, services, run, signal))) }
        lookedAt = ctx.clock.monotonic()
      }
      const before: RunState = standing
      const continuation: Continuation = at
      holders.delete(begun.id)
      const isHeldByOthers = holders.size > 0
      holders.add(begun.id)
      // Whatever was sent is written before a step ends, so a failed step can be repeated.
      const advanced: StepResult = await patiently(() =>
        advanceRun(ctx, services, before, continuation, { priority, signal, isHeldByOthers }),
      )
      at = advanced.next ?? advanced.stoppedAt
      if (!advanced.next || at === null) return
      const isWithoutLoss = standing.isWithoutLoss === true && advanced.problem?.charged !== 'unknown'
      standing = { ...standing, run: advanced.run, totals: advanced.totals, isWithoutLoss }
      // One that waits holds nothing, so that those that wait for each other do not wait for ever.
      if (advanced.problem?.isHeldByOthers) holders.delete(begun.id)
      if (advanced.problem) await afterMiss(ctx, advanced, misses, signal)
      else Object.assign(misses, { free: 0, lost: 0, withoutSlots: 0, held: 0 })
    }
    await end(stopOf(signal))
  } catch (error) {
    if (signal.aborted) await end(stopOf(signal))
    else if (error instanceof CannotGoOn) await end(error.reason, error.message)
    else if (error instanceof InstanceDeclaredDeadError) await end('restarted', error.message)
    else throw error
  } finally {
    if (at) services.places.keep(at)
    signal.removeEventListener('abort', stopped)
    holders.delete(begun.id)
  }
}

/** Returns the beginning of a run that has no page yet; null for another. */
const firstPage = ({ id, keyId, nextSeq, pages, reusedPages }: RunRow): Continuation | null =>
  pages + reusedPages > 0 ? null : { run: id, key: keyId, seq: nextSeq, cursor: null, seen: [] }

const stopOf = ({ reason }: AbortSignal): StopReason => (reason === 'restarted' ? 'restarted' : 'cancelled')

/** Ends a run and records the reason. */
class CannotGoOn extends Error {
  override readonly name = 'CannotGoOn'
  constructor(
    message: string,
    readonly reason: 'problem' | 'restarted' | 'budget_refused' = 'problem',
  ) {
    super(message)
  }
}

/** Checks that the run may buy more. Throws `CannotGoOn` otherwise. */
async function look(
  ctx: TeamCtx,
  services: RunServices,
  run: RunRow,
  signal: AbortSignal,
): Promise<RunState> {
  const { key, upstream, may } = await services.guard.check(ctx, services, run.keyId)
  if ('kind' in key) throw new CannotGoOn(key.message)
  if (!may) {
    // The request that revokes the right cancels the runs right afterwards; after a short wait the run can say by whom.
    await ctx.clock.sleep(CANCEL_COMES_MS, signal).catch(() => undefined)
    throw new CannotGoOn(`${run.memberName} may no longer run searches in this team.`)
  }
  return { run, key, upstream }
}

/** Waits before the next try, longer each time. Throws after the last. */
async function afterMiss(
  ctx: TeamCtx,
  { problem }: Extract<StepResult, { page: null }>,
  misses: { free: number; lost: number; withoutSlots: number; held: number },
  signal: AbortSignal,
): Promise<void> {
  // Given up while it waited: the run was stopped, or the next check finds what its member has lost.
  if (problem.kind === 'cancelled' && (signal.aborted || problem.charged === 'no')) return
  // As with its own writes, a run waits for a database that does not answer, however long.
  if (problem.isWithoutSlots) return pause(ctx, misses.withoutSlots++, signal)
  if (problem.isHeldByOthers) return pause(ctx, Math.min(misses.held++, MAX_HELD), signal)
  if (problem.kind === 'stopping') throw new CannotGoOn(problem.message, 'restarted')
  if (problem.kind === 'budget_stopped') throw new CannotGoOn(problem.message, 'budget_refused')
  if (problem.kind === 'not_understood' && problem.charged === 'unknown')
    throw new CannotGoOn(describePageProblem({ ...problem, message: `${problem.message} ${BOUGHT_ONCE}` }))
  if (!PASSING.includes(problem.kind)) throw new CannotGoOn(describePageProblem(problem))
  if (problem.charged === 'no') misses.free++
  else misses.lost++
  if (misses.free > MAX_FREE || misses.lost >= MAX_LOST) {
    const message = `${problem.message} It was tried ${misses.free + misses.lost} times.`
    throw new CannotGoOn(describePageProblem({ ...problem, message }))
  }
  await pause(ctx, misses.free + misses.lost, signal)
}

async function pause({ clock }: TeamCtx, misses: number, signal: AbortSignal): Promise<void> {
  await clock.sleep(Math.min(MAX_WAIT_MS, 500 * 2 ** misses), signal).catch(() => undefined)
}

/**
 * Repeats work, with increasing pauses, while the database is unreachable, locked or full: a run outlives that. Throws
 * any other error, and after the signal this one too.
 */
export async function retryOnStorageFailure<T>(
  clock: Clock,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (!isStorageFailure(error) || signal?.aborted) throw error
    }
    await clock.sleep(retryDelayMs(failures), signal)
  }
}
