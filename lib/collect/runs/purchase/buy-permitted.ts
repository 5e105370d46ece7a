import type { TeamCtx } from '@/lib/platform/db'
import type { Page, PageOutline } from '@/lib/upstream/client'
import { buyPage } from './buy-page'
import type { Bought, PageOrder } from './page-order'
import type { RunServices } from './run-services'

/** Interval of checks, so that a right that ended is known everywhere within five seconds, even to waiting calls. */
const LOOK_MS = 2000

/** Created once, because an abort without a reason creates an error each time. */
const OVER = new Error('The page was bought')
const LOST = new Error('The right to run searches ended')

/**
 * Buys a page for the context's actor, who may lose the right to run searches while the call waits for its key. It is
 * then given up, as if the order's own signal had ended it, and the problem says who lost the right.
 */
export async function buyPermitted<Got extends PageOutline = Page>(
  ctx: TeamCtx,
  services: RunServices,
  order: PageOrder<Got>,
): Promise<Bought<Got>> {
  const [leaving, over] = [new AbortController(), new AbortController()]
  const { signal, key } = order
  const leave = () => leaving.abort(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  const untilLost = async () => {
    while (!leaving.signal.aborted) {
      await ctx.clock.sleep(LOOK_MS, over.signal)
      // If the database does not answer, nothing is known against the actor.
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
