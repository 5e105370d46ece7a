import { packItems } from '@/lib/collect/items'
import {
  createGroupCommit,
  type Db,
  engineOf,
  type GroupCommit,
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
  settle(ctx: TeamCtx, page: Omit<PageToSettle, 'packed'>): Promise<SettledPage>
}

interface OfTeam {
  readonly ctx: TeamCtx
}
type Opening = OfTeam & { readonly order: PageOrder }
type Settling = OfTeam & { readonly page: PageToSettle }
type Written = string | SettledPage

/** Makes the book of a process; `instanceId` stands on its attempts, so that those of one that died can be told. */
export function createBook(instanceId: string): Book {
  const commits = new WeakMap<Db, Commits>()
  const commitsOf = ({ db }: TeamCtx): Commits => {
    const made = commits.get(db) ?? createCommits(db, instanceId)
    commits.set(db, made)
    return made
  }
  return {
    open: async (ctx, order) => String(await commitsOf(ctx).openings.add({ ctx, order })),
    async settle(ctx, page) {
      try {
        const { page: content } = page.delivered
        const packed = 'packed' in content ? content.packed : await packItems(content.items)
        const settled = await commitsOf(ctx).settlings.add({ ctx, page: { ...page, packed } })
        if (typeof settled === 'string') throw new Error('A settlement was taken for an opening')
        return settled
      } catch (error) {
        // Where even that fails, the attempt is found open, and ended as unknown, at the next start.
        await loseDelivered(ctx, page.delivered).catch(() => undefined)
        throw error
      }
    },
  }
}

type Commit = GroupCommit<Opening | Settling, Written>
interface Commits {
  readonly openings: Commit
  readonly settlings: Commit
}

/**
 * On SQLite openings and settlements share their transactions: each keeps the process waiting for the disk, and at a key's
 * full pace there are half as many then. On PostgreSQL each takes its locks in one order, and both in one would not.
 */
function createCommits(db: Db, instanceId: string): Commits {
  const create = (rest: Rest): Commit =>
    createGroupCommit(db, rest, (tx, jobs) => writeAll(tx, instanceId, jobs))
  if (engineOf(db) === 'postgres') return { openings: create(SHORT_REST), settlings: create(SHORT_REST) }
  const both = create(LONG_REST)
  return { openings: both, settlings: both }
}

/** A page waits for two groups: for its opening and for its settlement. Together they take no longer on either engine. */
const SHORT_REST: Rest = { times: 1, longestMs: 25 }
const LONG_REST: Rest = { times: 2, longestMs: 50 }

async function writeAll(
  tx: Tx,
  instanceId: string,
  jobs: readonly (Opening | Settling)[],
): Promise<Written[]> {
  const openings = jobs.filter((job): job is Opening => 'order' in job)
  const settlings = jobs.filter((job): job is Settling => 'page' in job)
  const written = new Map<Opening | Settling, Written>([
    ...(await byTeam(settlings, settleAll(tx))),
    ...(await byTeam(openings, openAll(tx, instanceId))),
  ])
  return jobs.map((job) => written.get(job) as Written)
}

const openAll =
  (tx: Tx, instanceId: string) =>
  async (ctx: TeamCtx, jobs: readonly Opening[]): Promise<string[]> => {
    for (const { order } of jobs) await order.claim(tx)
    const orders = jobs.map(({ order }) => order)
    return openTries(tx, ctx, instanceId, orders)
  }

const settleAll =
  (tx: Tx) =>
  (ctx: TeamCtx, jobs: readonly Settling[]): Promise<SettledPage[]> => {
    const pages = jobs.map(({ page }) => page)
    return settlePages(tx, ctx, pages)
  }

/** Does the jobs of each team together, and answers the result of each. */
async function byTeam<Job extends OfTeam, Result>(
  jobs: readonly Job[],
  work: (ctx: TeamCtx, jobs: readonly Job[]) => Promise<readonly Result[]>,
): Promise<Map<Job, Result>> {
  const groups = new Map<string, Job[]>()
  for (const job of jobs) {
    const group = groups.get(job.ctx.team.id)
    if (group) group.push(job)
    else groups.set(job.ctx.team.id, [job])
  }
  const results = new Map<Job, Result>()
  for (const group of groups.values()) {
    const [first] = group
    if (!first) continue
    const done = await work(first.ctx, group)
    for (const [place, job] of group.entries()) results.set(job, done[place] as Result)
  }
  return results
}
