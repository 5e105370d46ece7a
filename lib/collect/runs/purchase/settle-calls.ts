import type { Nano } from '@/lib/kernel'
import type { TeamCtx, Tx } from '@/lib/platform/db'
import { rememberUser } from '@/lib/upstream/providers'
import { addToRuns } from '../core/store'
import { beginBooking, chargePages, type PageToCharge } from './charge-pages'
import { learnCounts } from './learn-counts'

/** A page that was passed on to a caller, or the look-up of a user: it is charged, and none of its content is kept. */
export type CallToSettle = PageToCharge

/**
 * Books passed-on pages and look-ups of a team: settlement, rollup, budgets, runs' charges and the users who were
 * looked up, all in one transaction. Returns the cost of each; null if its price is not known.
 */
export async function settleCalls(
  tx: Tx,
  ctx: TeamCtx,
  calls: readonly CallToSettle[],
): Promise<(Nano | null)[]> {
  const books = { tx, teamId: ctx.team.id, at: ctx.clock.now() }
  const { holds, priced } = await beginBooking(books, calls)
  // No run has seen these items or will, so none are known to be new.
  const charged = await chargePages(books, priced, holds, () => Promise.resolve(0))
  await learnCounts(tx, ctx.team.id, calls, books.at)
  for (const { lookedUp, chargeNano } of charged) {
    if (!lookedUp) continue
    const { runId, user, userId } = lookedUp
    await addToRuns(tx, ctx.team.id, [{ ...NO_PAGE, runId, chargeNano: chargeNano ?? 0n }])
    if (user) await rememberUser(tx, user, userId, books.at)
  }
  return charged.map(({ chargeNano }) => chargeNano)
}

const NO_PAGE = { pages: 0, items: 0, newItems: 0, unpricedItems: 0 }
