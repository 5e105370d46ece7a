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

/** Where a process writes what its runs buy: calls that come together share a transaction. */
export interface Book {
  /**
   * Puts a try at an order on the ledger, with its claim and reservation; answers the attempt's id. Throws `BudgetStop`,
   * or what the claim throws: nothing of it stays then, and the call must not be sent.
   */
  open(ctx: TeamCtx, order: PageOrder): Promise<string>
  /** Books a page that was received, with all that belongs to it. Where that fails, what it cost is unknown. */
  settle(ctx: TeamCtx, page: Omit<PageToSettle, 'packed' | 'items'>): Promise<SettledPage>
}

interface OfTeam {
  readonly ctx: TeamCtx
}
type Opening = OfTeam & { readonly order: PageOrder }
type Settlement = OfTeam & { readonly page: PageToSettle }

/** Makes the book of a process; `instanceId` stands on its attempts, so that those of one that died can be told. */
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
        // Nobody looks at what a run in the background brings: at full pace that is twenty thousand items a second.
        const items = page.run.manner === 'background' ? [] : await page.delivered.page.items()
        return await queuesOf(ctx).settlements.add({ ctx, page: { ...page, packed, items } })
      } catch (error) {
        // Where even that fails, the attempt is found open, and ended as unknown, at the next start.
        await loseDelivered(ctx, page.delivered).catch(() => undefined)
        throw error
      }
    },
  }
}

interface Queues {
  readonly openings: CommitQueue<Opening, string>
  readonly settlements: CommitQueue<Settlement, SettledPage>
}

/**
 * On SQLite openings and settlements share their transactions: each keeps the process waiting for the disk, and at a key's
 * full pace there are half as many then. On PostgreSQL each takes its locks in one order, and both in one would not.
 */
function createQueues(db: Db, instanceId: string): Queues {
  const writeOpenings = (tx: Tx, jobs: readonly Opening[]) => byTeam(jobs, openAll(tx, instanceId))
  const writeSettlements = (tx: Tx, jobs: readonly Settlement[]) => byTeam(jobs, settleAll(tx))
  if (engineOf(db) === 'postgres') {
    return {
      openings: createGroupCommit(db, SHORT_REST).queue(writeOpenings),
      settlements: createGroupCommit(db, SHORT_REST).queue(writeSettlements),
    }
  }
  const both = createGroupCommit(db, LONG_REST)
  // Settlements are written first: the queue that is made first.
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
  (ctx: TeamCtx, jobs: readonly Settlement[]): Promise<SettledPage[]> => {
    const pages = jobs.map(({ page }) => page)
    return settlePages(tx, ctx, pages)
  }

/** Does the jobs of each team together, and answers the result of each, in the order of the jobs. */
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
