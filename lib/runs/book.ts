import { createGroupCommit, type Db, type GroupCommit, type TeamCtx, type Tx } from '@/lib/db'
import { packItems } from '@/lib/items'
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

type Opening = GroupCommit<OfTeam & { readonly order: PageOrder }, string>
type Settling = GroupCommit<OfTeam & { readonly page: PageToSettle }, SettledPage>

/** Makes the book of a process; `instanceId` stands on its attempts, so that those of one that died can be told. */
export function createBook(instanceId: string): Book {
  const openings = new WeakMap<Db, Opening>()
  const settlings = new WeakMap<Db, Settling>()
  const openingOf = ({ db }: TeamCtx): Opening => {
    const made =
      openings.get(db) ?? createGroupCommit(db, (tx, jobs) => byTeam(jobs, openAll(tx, instanceId)))
    openings.set(db, made)
    return made
  }
  const settlingOf = ({ db }: TeamCtx): Settling => {
    const made = settlings.get(db) ?? createGroupCommit(db, (tx, jobs) => byTeam(jobs, settleAll(tx)))
    settlings.set(db, made)
    return made
  }
  return {
    open: (ctx, order) => openingOf(ctx).add({ ctx, order }),
    async settle(ctx, page) {
      try {
        const packed = await packItems(page.delivered.page.items)
        return await settlingOf(ctx).add({ ctx, page: { ...page, packed } })
      } catch (error) {
        // Where even that fails, the attempt is found open, and ended as unknown, at the next start.
        await loseDelivered(ctx, page.delivered).catch(() => undefined)
        throw error
      }
    },
  }
}

const openAll =
  (tx: Tx, instanceId: string) =>
  async (ctx: TeamCtx, jobs: readonly { readonly order: PageOrder }[]): Promise<string[]> => {
    for (const { order } of jobs) await order.claim(tx)
    const orders = jobs.map(({ order }) => order)
    return openTries(tx, ctx, instanceId, orders)
  }

const settleAll =
  (tx: Tx) =>
  (ctx: TeamCtx, jobs: readonly { readonly page: PageToSettle }[]): Promise<SettledPage[]> => {
    const pages = jobs.map(({ page }) => page)
    return settlePages(tx, ctx, pages)
  }

/** Does the jobs of each team together, and answers the results in the jobs' own order. */
async function byTeam<Job extends OfTeam, Result>(
  jobs: readonly Job[],
  work: (ctx: TeamCtx, jobs: readonly Job[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
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
  return jobs.map((job) => results.get(job) as Result)
}
