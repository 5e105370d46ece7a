import { paired } from '@/lib/kernel'
import {
  type CommitQueue,
  createGroupCommit,
  type Db,
  engineOf,
  type Rest,
  type TeamCtx,
  type Tx,
} from '@/lib/platform/db'
import { loseDelivered, openTries } from './attempts'
import type { PageOrder } from './page-order'
import { type PageToSettle, type SettledPage, settlePages } from './settle-pages'

/** Where a process writes its runs' purchases: simultaneous calls share a transaction. */
export interface Book {
  /**
   * Puts a try at an order on the ledger, with its claim and reservation; returns the attempt's id. Throws
   * `BudgetStop`, or the claim's error: then nothing is written, and the call must not be sent.
   */
  open(ctx: TeamCtx, order: PageOrder): Promise<string>
  /** Books a received page, with everything that belongs to it. If that fails, its cost is unknown. */
  settle(ctx: TeamCtx, page: Omit<PageToSettle, 'packed' | 'items'>): Promise<SettledPage>
}

interface OfTeam {
  readonly ctx: TeamCtx
}
type Opening = OfTeam & { readonly order: PageOrder }
type SettlementJob = OfTeam & { readonly page: PageToSettle }

/** Makes the book of a process; its attempts carry `instanceId`, so that those of a dead process are found. */
export function createBook(instanceId: string): Book {
  const queues = new WeakMap<Db, Queues>()
  const queuesOf = ({ db }: TeamCtx): Queues => {
    const made = queues.get(db) ?? createQueues(db, instanceId)
    queues.set(db, made)
    return made
  }
  return {
    open: (ctx, order) => queuesOf(ctx).openings.add({ ctx, order }),
    async settle(ctx, page) {
      try {
        const packed = await page.delivered.page.packed()
        // Nobody waits for the items of a run in the background: at full pace that is twenty thousand items a second.
        const items = page.run.manner === 'background' ? [] : await page.delivered.page.items()
        return await queuesOf(ctx).settlements.add({ ctx, page: { ...page, packed, items } })
      } catch (error) {
        // If even that fails, the next start finds the attempt open, and ends it as unknown.
        await loseDelivered(ctx, page.delivered).catch(() => undefined)
        throw error
      }
    },
  }
}

interface Queues {
  readonly openings: CommitQueue<Opening, string>
  readonly settlements: CommitQueue<SettlementJob, SettledPage>
}

/**
 * On SQLite openings and settlements share their transactions: each transaction waits for the disk, and sharing halves
 * their number at a key's full pace. On PostgreSQL each takes its locks in one order, which would not hold for both in
 * one.
 */
function createQueues(db: Db, instanceId: string): Queues {
  const writeOpenings = (tx: Tx, jobs: readonly Opening[]) => byTeam(jobs, openAll(tx, instanceId))
  const writeSettlements = (tx: Tx, jobs: readonly SettlementJob[]) => byTeam(jobs, settleAll(tx))
  if (engineOf(db) === 'postgres') {
    return {
      openings: createGroupCommit(db, SHORT_REST).queue(writeOpenings),
      settlements: createGroupCommit(db, SHORT_REST).queue(writeSettlements),
    }
  }
  const both = createGroupCommit(db, LONG_REST)
  // The queue that is made first is written first: settlements.
  const settlements = both.queue(writeSettlements)
  return { settlements, openings: both.queue(writeOpenings) }
}

/** A page waits for two groups: for its opening and for its settlement. Together they take no longer on either engine. */
const SHORT_REST: Rest = { times: 1, longestMs: 25 }
const LONG_REST: Rest = { times: 2, longestMs: 50 }

const openAll =
  (tx: Tx, instanceId: string) =>
  async (ctx: TeamCtx, jobs: readonly Opening[]): Promise<string[]> => {
    for (const { order } of jobs) await order.claim(tx)
    const orders = jobs.map(({ order }) => order)
    return openTries(tx, ctx, instanceId, orders)
  }

const settleAll =
  (tx: Tx) =>
  (ctx: TeamCtx, jobs: readonly SettlementJob[]): Promise<SettledPage[]> => {
    const pages = jobs.map(({ page }) => page)
    return settlePages(tx, ctx, pages)
  }

/** Does the jobs of each team together, and returns the result of each, in the order of the jobs. */
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
  for (const { ctx, jobs: ofTeam, places } of teams.values()) {
    results.push(...paired(places, await work(ctx, ofTeam)))
  }
  return results.sort(([a], [b]) => a - b).map(([, result]) => result)
}
