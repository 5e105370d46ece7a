import { AppError, type Clock, type Nano, newId, zipExact } from '@/lib/kernel'
import { BudgetStopError } from '@/lib/money/budgets'
import { findSettledCharges, selectExistingAttemptIds } from '@/lib/money/ledger'
import {
  type CommitPause,
  type CommitQueue,
  createGroupCommit,
  type Db,
  engineOf,
  JobsRefusedError,
  type TeamCtx,
  type Tx,
  transaction,
} from '@/lib/platform/db'
import { runStage } from '@/lib/platform/process'
import type { PageOutline } from '@/lib/upstream/client'
import {
  type AnyOrder,
  endFailedAttempt,
  endFailedOrder,
  FAILED_BEFORE_CALL_PROBLEM,
  type FailedOrderAttempt,
  NEVER_SENT_TIMING,
  type OrderAttempt,
  openAttemptsWithHolds,
  recordDeliveredPageLost,
} from './attempts'
import { createCallCounts, type KeyNames } from './call-counts'
import { createPendingWrites, type GiveUpWrite } from './kept-writes'
import {
  awaitOrReportLate,
  BOOKED_LATER_MESSAGE,
  type DeliveredPage,
  ENDED_LATER_MESSAGE,
  type LateCallback,
  NOTHING_BOUGHT_MESSAGE,
} from './page-order'
import {
  type CallToSettle,
  findBookedPages,
  type PageToBook,
  type PageToSettle,
  type SettledPage,
  settleCalls,
  settlePages,
} from './settle-pages'

/**
 * Writes a process's purchases. Simultaneous calls share a transaction. A page is bought in three steps:
 *
 * 1. `open`, before the call: one transaction writes the attempt with its reservation and the holds on budgets, and
 *    the run's claim on the page. If it fails, nothing is sent.
 * 2. The call itself, outside any transaction (`buyPage`).
 * 3. `settle`, if a page arrived: one transaction writes the items, the ledger entry with its sums, and the run's
 *    counts, and turns the holds into spend. Otherwise `endWithoutPage` ends the attempt as free, or as unknown if it may have
 *    been charged; then its holds stay.
 *
 * If the database is away in step 3, the write is repeated for as long as the process lives (`createPendingWrites`), and
 * no new call opens meanwhile. If only this page cannot be written for half a minute, its attempt ends as unknown. If the process dies, another one ends its open attempts as unknown.
 */
export interface PurchaseWriter {
  /**
   * Records a try of an order on the ledger, with its claim and reservation. Returns the attempt's id. Waits while
   * anything that has arrived cannot be written. Throws `BudgetStopError`, or the claim's error; then nothing is written,
   * and the call must not be sent.
   */
  open(ctx: TeamCtx, order: AnyOrder): Promise<string>
  /**
   * Ends a refused try and records the next one of the same order on the ledger; otherwise as `open`. If it throws,
   * `endWithoutPage` must still be called.
   */
  openAgain(ctx: TeamCtx, order: AnyOrder, failed: FailedOrderAttempt): Promise<string>
  /**
   * Ends an order's last try, which returned no page, however long that takes. If it is late, a waiting person is
   * told, and a caller at the gateway is released. If nothing was charged, the sequence number can be used again.
   */
  endWithoutPage(ctx: TeamCtx, order: AnyOrder, failed: FailedOrderAttempt): Promise<void>
  /**
   * Books a received page, with everything that belongs to it, however long that takes. After a few seconds a waiting
   * person is told that it is late. If the page itself cannot be stored, its cost is unknown.
   */
  settle(ctx: TeamCtx, page: PageToBook): Promise<SettledPage>
  /**
   * Books a page that is to be passed on, however long that takes. If it cannot be written, its cost is unknown.
   * Returns whether it is written; false as soon as a write has failed: it is then written later, and the page need
   * not wait.
   */
  settleCall(ctx: TeamCtx, call: CallToSettle): Promise<boolean>
  /** Returns whether something that has arrived cannot be written at present; calls wait for it before they open. */
  isBehind(): boolean
  /** Attempts that this process has begun and not yet ended. */
  readonly underWay: ReadonlySet<string>
  /**
   * Ends an open attempt as free if its opening had failed, so that nothing was sent: its commit was never answered, and
   * has arrived since. Returns false for any other.
   */
  endNeverSent(attemptId: string): Promise<boolean>
  /** Returns the names by which metrics identify a key that made calls; null for others. */
  namesOf(keyId: string): KeyNames | null
}

/**
 * Creates the purchase writer of a process. Its attempts carry `instanceId`, so that those of a dead process are found. It opens
 * none if `requireLiving` rejects: other processes have declared this one dead.
 */
export function createPurchaseWriter(
  instanceId: string,
  clock: Clock,
  requireLiving: () => Promise<void> = () => Promise.resolve(),
): PurchaseWriter {
  const queues = new WeakMap<Db, PurchaseQueues>()
  const kept = createPendingWrites(clock)
  const underWay = new Set<string>()
  const unanswered = new Set<string>()
  const neverSent = new Map<string, NeverSent>()
  const counts = createCallCounts()
  const finishAttempt = (attemptId: string): void => {
    underWay.delete(attemptId)
    counts.over(attemptId)
  }
  const queuesOf = ({ db }: TeamCtx): PurchaseQueues => {
    const made = queues.get(db) ?? createQueues(db, instanceId, unanswered)
    queues.set(db, made)
    return made
  }

  /** Runs a write that an earlier try, whose answer was lost, may have done already. */
  const once = (work: (again: boolean) => Promise<unknown>): Promise<void> =>
    kept.write(work).then(
      () => undefined,
      () => undefined,
    )

  /** Opens a try. If the write fails, it may still have been committed, so the try is ended again. */
  async function opened(ctx: TeamCtx, order: AnyOrder, write: (id: string) => Promise<unknown>) {
    await untilWritten(order)
    await requireLiving()
    const attemptId = newId()
    underWay.add(attemptId)
    try {
      await write(attemptId)
      counts.begun(ctx, order, attemptId)
      return attemptId
    } catch (error) {
      if (error instanceof AppError && !unanswered.has(attemptId)) finishAttempt(attemptId)
      else void endUnanswered(attemptId, ctx, order)
      throw error
    } finally {
      unanswered.delete(attemptId)
    }
  }

  /** Ends a try whose opening failed. If it is not there, its commit may still arrive, so the try is remembered. */
  async function endUnanswered(attemptId: string, ctx: TeamCtx, order: AnyOrder): Promise<void> {
    const end = () => endFailedOrder(ctx, order, neverSentFailure(attemptId))
    await kept.write(end).catch(() => {
      const now = clock.now().getTime()
      for (const [id, { at }] of neverSent) if (now - at > REMEMBERED_MS) neverSent.delete(id)
      neverSent.set(attemptId, { at: now, end })
    })
    finishAttempt(attemptId)
  }

  const endAttemptWithoutPage = async (
    ctx: TeamCtx,
    order: AnyOrder,
    failed: FailedOrderAttempt,
    onFailure: () => void = () => undefined,
  ): Promise<void> => {
    await once((again) => {
      if (again) onFailure()
      return endFailedOrder(ctx, order, failed)
    })
    counts.missed(failed)
    finishAttempt(failed.attemptId)
  }

  /** Waits for work. A run waits as long as it takes; a person is soon told that it takes longer. */
  const patiently = <T>(
    isForPerson: boolean,
    work: Promise<T>,
    message: string,
    onLate?: LateCallback,
  ): Promise<T> => (isForPerson ? awaitOrReportLate(work, clock, message, onLate) : work)

  const untilWritten = ({ priority, signal }: AnyOrder): Promise<void> =>
    patiently(priority === 'interactive', kept.untilWritten(signal), NOTHING_BOUGHT_MESSAGE)

  async function book(ctx: TeamCtx, page: PageToBook): Promise<SettledPage> {
    return orLost(ctx, page.delivered, async (lose) => {
      const read = await runStage('unpack', async () => {
        const packed = await page.delivered.page.packed()
        // Nobody waits for the items of a background run, which at full pace are twenty thousand a second.
        const items = page.run.manner === 'background' ? [] : await page.delivered.page.items()
        return { ...page, packed, items }
      })
      const write = (again: boolean) => queuesOf(ctx).settlements.add({ ctx, page: read, again })
      const settled = await runStage('settle', () => kept.write(write, lose))
      counts.settled(page.delivered, settled.page.chargeNano)
      return settled
    })
  }

  /** Books what was delivered. If that cannot be written, its cost is unknown. */
  async function orLost<T>(
    ctx: TeamCtx,
    delivered: DeliveredPage<PageOutline>,
    work: (lose: GiveUpWrite) => Promise<T>,
  ): Promise<T> {
    const lose: GiveUpWrite = (isRehearsal) => recordDeliveredPageLost(ctx, delivered, isRehearsal)
    try {
      return await work(lose)
    } catch (error) {
      await once(() => lose(false))
      counts.lost(delivered)
      throw error
    } finally {
      finishAttempt(delivered.attemptId)
    }
  }

  return {
    isBehind: () => kept.isFailing(),
    underWay,
    async endNeverSent(attemptId) {
      const known = neverSent.get(attemptId)
      if (!known) return false
      const isEnded = await known.end().then(
        () => true,
        (error: unknown) => {
          // Another instance was first.
          if (error instanceof AppError) return false
          throw error
        },
      )
      neverSent.delete(attemptId)
      return isEnded
    },
    namesOf: counts.namesOf,
    open: (ctx, order) =>
      opened(ctx, order, (attemptId) => queuesOf(ctx).openings.add({ ctx, order, attemptId })),
    async openAgain(ctx, order, failed) {
      const { attemptId, problem, timing } = failed
      const next = await opened(ctx, order, (id) =>
        transaction(ctx.db, async (tx) => {
          await endFailedAttempt(tx, ctx, attemptId, problem, timing)
          await openAttemptsWithHolds(tx, ctx, instanceId, [{ attemptId: id, order }])
        }),
      )
      counts.missed(failed)
      finishAttempt(attemptId)
      return next
    },
    async endWithoutPage(ctx, order, failed) {
      if (order.priority === 'gateway')
        await untilFailing(clock, (onFailure) => endAttemptWithoutPage(ctx, order, failed, onFailure))
      else
        await patiently(
          order.priority === 'interactive',
          endAttemptWithoutPage(ctx, order, failed),
          ENDED_LATER_MESSAGE,
          order.onLate,
        )
    },
    settleCall: (ctx, call) =>
      untilFailing(clock, (onFailure) =>
        orLost(ctx, call.delivered, async (lose) => {
          const write = (isRetry: boolean) => {
            if (isRetry) onFailure()
            return queuesOf(ctx).calls.add({ ctx, call, again: isRetry })
          }
          counts.settled(call.delivered, await runStage('settle', () => kept.write(write, lose)))
        }),
      ),
    settle: (ctx, page) =>
      patiently(page.run.manner !== 'background', book(ctx, page), BOOKED_LATER_MESSAGE, page.onLate),
  }
}

/** A try whose opening failed, and whose commit may still arrive. */
interface NeverSent {
  readonly at: number
  end(): Promise<void>
}

/** Longer than a server needs to notice that nobody waits for its commit. */
const REMEMBERED_MS = 3_600_000

const neverSentFailure = (attemptId: string): FailedOrderAttempt => ({
  attemptId,
  problem: FAILED_BEFORE_CALL_PROBLEM,
  timing: NEVER_SENT_TIMING,
})

interface OfTeam {
  readonly ctx: TeamCtx
}
type Opening = OfTeam & OrderAttempt
type CallJob = OfTeam & { readonly call: CallToSettle; readonly again: boolean }
type SettlementJob = OfTeam & { readonly page: PageToSettle; readonly again: boolean }

/** Queues of the openings and settlements that wait to be written. */
export interface PurchaseQueues {
  readonly openings: CommitQueue<Opening, null>
  readonly settlements: CommitQueue<SettlementJob, SettledPage>
  /** Settlements of pages that were passed on. */
  readonly calls: CommitQueue<CallJob, Nano | null>
}

/**
 * Creates the queues. On SQLite openings and settlements share their transactions, because each transaction waits for
 * the disk, and sharing halves their number at a key's full pace. On PostgreSQL each takes its locks in one order,
 * which would not hold for both in one transaction.
 *
 * Adds the openings that are written again to `unanswered`: their first commit may arrive later.
 */
function createQueues(db: Db, instanceId: string, unanswered: Set<string>): PurchaseQueues {
  const writeOpenings = (tx: Tx, jobs: readonly Opening[], again: boolean) => {
    if (again) for (const { attemptId } of jobs) unanswered.add(attemptId)
    return byTeam(jobs, openAll(tx, instanceId, again))
  }
  const writeSettlements = (tx: Tx, jobs: readonly SettlementJob[], again: boolean) =>
    byTeam(jobs, settleAll(tx, again))
  const writeCalls = (tx: Tx, jobs: readonly CallJob[], again: boolean) =>
    byTeam(jobs, settleAllCalls(tx, again))
  const one = createGroupCommit(db, REST)
  const group = () => (engineOf(db) === 'postgres' ? createGroupCommit(db, REST) : one)
  // The queue that is created first, settlements, is written first.
  const settlements = group().queue(writeSettlements)
  const calls = group().queue(writeCalls, restAfterCall)
  return { settlements, calls, openings: group().queue(writeOpenings, restAfterOpening) }
}

/**
 * A page waits for two groups: for its opening and for its settlement. With longer rests, forty runs would all be
 * waiting for their groups, and their key would idle.
 */
const REST: CommitPause = { times: 1, longestMs: 25 }
/**
 * A caller at the gateway waits for both groups and does nothing else meanwhile. Its groups hold no items, so more of
 * them cost little.
 */
const CALLER_REST: CommitPause = { times: 0.5, longestMs: 8 }

const restAfterCall = (): CommitPause => CALLER_REST
const restAfterOpening = ({ order }: Opening): CommitPause | null =>
  order.priority === 'gateway' ? CALLER_REST : null

const openAll =
  (tx: Tx, instanceId: string, again: boolean) =>
  async (ctx: TeamCtx, jobs: readonly Opening[]): Promise<null[]> => {
    const ids = jobs.map(({ attemptId }) => attemptId)
    const there = again ? await selectExistingAttemptIds(tx, ctx.team.id, ids) : NONE
    const missing = jobs.filter(({ attemptId }) => !there.has(attemptId))
    await openAttemptsWithHolds(tx, ctx, instanceId, missing).catch((error: unknown) => {
      throw error instanceof BudgetStopError && error.each.size > 0 ? refusedOf(missing, error) : error
    })
    for (const { order } of missing) await order.claim(tx)
    return jobs.map(() => null)
  }

/**
 * Names the jobs that a budget refuses, so that the others of the group, of any team, need not be written one by one.
 */
const refusedOf = (jobs: readonly Opening[], { each }: BudgetStopError): JobsRefusedError<Opening> =>
  new JobsRefusedError(
    new Map(
      jobs.flatMap((job) => {
        const stop = each.get(job.attemptId)
        return stop ? [[job, stop] as const] : []
      }),
    ),
  )

const NONE: ReadonlyMap<string, { readonly chargeNano: Nano | null }> = new Map()

const settleAllCalls =
  (tx: Tx, isAgain: boolean) =>
  async (ctx: TeamCtx, jobs: readonly CallJob[]): Promise<(Nano | null)[]> => {
    const ids = jobs.map(({ call }) => call.delivered.attemptId)
    const mayBeThere = isAgain || jobs.some(({ again }) => again)
    const there = mayBeThere ? await findSettledCharges(tx, ctx.team.id, ids) : NONE
    const missing = jobs.filter(({ call }) => !there.has(call.delivered.attemptId))
    const calls = missing.map(({ call }) => call)
    const charges = await settleCalls(tx, ctx, calls)
    const charged = new Map(
      zipExact(calls, charges).map(([{ delivered }, chargeNano]) => [delivered.attemptId, chargeNano]),
    )
    return ids.map((id) => charged.get(id) ?? there.get(id)?.chargeNano ?? null)
  }

const settleAll =
  (tx: Tx, isAgain: boolean) =>
  async (ctx: TeamCtx, jobs: readonly SettlementJob[]): Promise<SettledPage[]> => {
    const pages = jobs.map(({ page }) => page)
    if (!isAgain && !jobs.some(({ again }) => again)) return settlePages(tx, ctx, pages)
    const before = await findBookedPages(tx, ctx.team.id, pages)
    const fresh = pages.filter(({ delivered }) => !before.has(delivered.attemptId))
    const settled = new Map(
      zipExact(fresh, fresh.length > 0 ? await settlePages(tx, ctx, fresh) : []).map(
        ([{ delivered }, page]) => [delivered.attemptId, page],
      ),
    )
    return pages.flatMap(
      ({ delivered: { attemptId } }) => before.get(attemptId) ?? settled.get(attemptId) ?? [],
    )
  }

/**
 * Does the jobs of each team together. Returns the result of each, in the order of the jobs. Teams are processed in
 * the order of their ids, not of their calls: on PostgreSQL several groups are written in parallel, and in different
 * orders they would wait for each other's totals and budgets.
 */
async function byTeam<Job extends OfTeam, Result>(
  jobs: readonly Job[],
  work: (ctx: TeamCtx, jobs: readonly Job[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const teams = new Map<
    string,
    { readonly ctx: TeamCtx; readonly jobs: Job[]; readonly jobIndices: number[] }
  >()
  for (const [index, job] of jobs.entries()) {
    const team = teams.get(job.ctx.team.id) ?? { ctx: job.ctx, jobs: [], jobIndices: [] }
    teams.set(job.ctx.team.id, team)
    team.jobs.push(job)
    team.jobIndices.push(index)
  }
  const results: (readonly [place: number, result: Result])[] = []
  const refused = new Map<Job, AppError>()
  for (const [, { ctx, jobs: ofTeam, jobIndices }] of [...teams].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      results.push(...zipExact(jobIndices, await work(ctx, ofTeam)))
    } catch (error) {
      if (!(error instanceof JobsRefusedError)) throw error
      for (const [job, why] of error.why) refused.set(job, why)
    }
  }
  if (refused.size > 0) throw new JobsRefusedError(refused)
  return results.sort(([a], [b]) => a - b).map(([, result]) => result)
}

/** Maximum time that a caller at the gateway waits for a write that neither succeeds nor fails. */
const GATEWAY_MS = 5000

/** Created once, because an abort without a reason creates an error each time. */
const DONE = new Error('The write has ended')

/**
 * Waits for a write until it succeeds, fails or takes too long. In the latter two cases it continues, and the result
 * is false.
 */
async function untilFailing(clock: Clock, write: (onFailure: () => void) => Promise<void>): Promise<boolean> {
  const done = new AbortController()
  try {
    return await new Promise((resolve) => {
      write(() => resolve(false)).then(
        () => resolve(true),
        () => resolve(false),
      )
      clock.sleep(GATEWAY_MS, done.signal).then(
        () => resolve(false),
        () => undefined,
      )
    })
  } finally {
    done.abort(DONE)
  }
}
