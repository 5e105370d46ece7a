import { type AppError, type Nano, paired } from '@/lib/kernel'
import { BudgetStop } from '@/lib/money/budgets'
import { selectOpened, selectSettled } from '@/lib/money/ledger'
import {
  type CommitQueue,
  createGroupCommit,
  type Db,
  engineOf,
  JobsRefused,
  type Rest,
  type TeamCtx,
  type Tx,
} from '@/lib/platform/db'
import { openTries, type TryAt } from './attempts'
import { type CallToSettle, settleCalls } from './settle-calls'
import { findBooked, type PageToSettle, type SettledPage, settlePages } from './settle-pages'

interface OfTeam {
  readonly ctx: TeamCtx
}
type Opening = OfTeam & TryAt
type CallJob = OfTeam & { readonly call: CallToSettle; readonly again: boolean }
type SettlementJob = OfTeam & { readonly page: PageToSettle; readonly again: boolean }

/** Queues of the openings and settlements that wait to be written. */
export interface Queues {
  readonly openings: CommitQueue<Opening, null>
  readonly settlements: CommitQueue<SettlementJob, SettledPage>
  /** Settlements of pages that were passed on. */
  readonly calls: CommitQueue<CallJob, Nano | null>
}

/**
 * Creates the queues. On SQLite openings and settlements share their transactions, because each transaction waits for
 * the disk, and sharing halves their number at a key's full pace. On PostgreSQL each takes its locks in one order,
 * which would not hold for both in one transaction.
 */
export function createQueues(db: Db, instanceId: string): Queues {
  const writeOpenings = (tx: Tx, jobs: readonly Opening[], again: boolean) =>
    byTeam(jobs, openAll(tx, instanceId, again))
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
 * A page waits for two groups: for its opening and for its settlement. With longer rests forty runs wait for their
 * groups until their key has nobody left to serve.
 */
const REST: Rest = { times: 1, longestMs: 25 }
/**
 * A caller at the gateway waits for both groups and does nothing else meanwhile. Its groups hold no items, so more of
 * them cost little.
 */
const CALLER_REST: Rest = { times: 0.5, longestMs: 8 }

const restAfterCall = (): Rest => CALLER_REST
const restAfterOpening = ({ order }: Opening): Rest | null =>
  order.priority === 'gateway' ? CALLER_REST : null

const openAll =
  (tx: Tx, instanceId: string, again: boolean) =>
  async (ctx: TeamCtx, jobs: readonly Opening[]): Promise<null[]> => {
    const ids = jobs.map(({ attemptId }) => attemptId)
    const there = again ? await selectOpened(tx, ctx.team.id, ids) : NONE
    const missing = jobs.filter(({ attemptId }) => !there.has(attemptId))
    const opening = openTries(tx, ctx, instanceId, missing).catch((error: unknown) => {
      throw error instanceof BudgetStop && error.each.size > 0 ? refusedOf(missing, error) : error
    })
    await Promise.all([opening, ...missing.map(({ order }) => order.claim(tx))])
    return jobs.map(() => null)
  }

/**
 * Names the jobs that a budget refuses, so that the others of the group, of any team, need not be written one by one.
 */
const refusedOf = (jobs: readonly Opening[], { each }: BudgetStop): JobsRefused<Opening> =>
  new JobsRefused(
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
    const there = mayBeThere ? await selectSettled(tx, ctx.team.id, ids) : NONE
    const missing = jobs.filter(({ call }) => !there.has(call.delivered.attemptId))
    const calls = missing.map(({ call }) => call)
    const charges = await settleCalls(tx, ctx, calls)
    const charged = new Map(
      paired(calls, charges).map(([{ delivered }, chargeNano]) => [delivered.attemptId, chargeNano]),
    )
    return ids.map((id) => charged.get(id) ?? there.get(id)?.chargeNano ?? null)
  }

const settleAll =
  (tx: Tx, isAgain: boolean) =>
  async (ctx: TeamCtx, jobs: readonly SettlementJob[]): Promise<SettledPage[]> => {
    const pages = jobs.map(({ page }) => page)
    if (!isAgain && !jobs.some(({ again }) => again)) return settlePages(tx, ctx, pages)
    const before = await findBooked(tx, ctx.team.id, pages)
    const fresh = pages.filter(({ delivered }) => !before.has(delivered.attemptId))
    const settled = new Map(
      paired(fresh, fresh.length > 0 ? await settlePages(tx, ctx, fresh) : []).map(
        ([{ delivered }, page]) => [delivered.attemptId, page],
      ),
    )
    return pages.flatMap(
      ({ delivered: { attemptId } }) => before.get(attemptId) ?? settled.get(attemptId) ?? [],
    )
  }

/**
 * Does the jobs of each team together. Returns the result of each, in the order of the jobs. Teams are processed in
 * the order of their ids, not of their calls: on PostgreSQL several groups are written at once, and in different
 * orders they would wait for each other's totals and budgets.
 */
async function byTeam<Job extends OfTeam, Result>(
  jobs: readonly Job[],
  work: (ctx: TeamCtx, jobs: readonly Job[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const teams = new Map<string, { readonly ctx: TeamCtx; readonly jobs: Job[]; readonly places: number[] }>()
  for (const [place, job] of jobs.entries()) {
    const team = teams.get(job.ctx.team.id) ?? { ctx: job.ctx, jobs: [], places: [] }
    teams.set(job.ctx.team.id, team)
    team.jobs.push(job)
    team.places.push(place)
  }
  const results: (readonly [place: number, result: Result])[] = []
  const refused = new Map<Job, AppError>()
  for (const [, { ctx, jobs: ofTeam, places }] of [...teams].sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      results.push(...paired(places, await work(ctx, ofTeam)))
    } catch (error) {
      if (!(error instanceof JobsRefused)) throw error
      for (const [job, why] of error.why) refused.set(job, why)
    }
  }
  if (refused.size > 0) throw new JobsRefused(refused)
  return results.sort(([a], [b]) => a - b).map(([, result]) => result)
}
