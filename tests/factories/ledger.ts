import { type Nano, newId, perItemTariff } from '@/lib/kernel'
import { type Attribution, freeAttempt, loseAttempt, openAttempts, settleAttempts } from '@/lib/money/ledger'
import { type TeamCtx, transaction } from '@/lib/platform/db'

/** What an item costs where a test does not say otherwise, in nano-credits. */
export const PRICE = 150_000_000n
/** The process whose attempts they are, likewise. */
export const BOOK_INSTANCE = 'instance-under-test'

/** Books attempts as runs do, without an upstream. */
export interface Book {
  /** An open attempt of 100 items; answers its id. */
  begin(over?: Partial<Attribution>, instanceId?: string): Promise<string>
  ending(attemptId: string): { teamId: string; attemptId: string; at: Date }
  settle(
    attemptId: string,
    items: number,
    over?: { readonly priceNano?: Nano | null; readonly reported?: Nano; readonly newItems?: number },
  ): Promise<{ readonly chargeNano: Nano | null }>
  free(attemptId: string): Promise<void>
  lose(attemptId: string): Promise<void>
}

/** How every free call of a book is told. */
export const MISS = { reason: 'test', httpStatus: 429, latencyMs: 10, waitedMs: 3 }
/** And every lost one: an answer that did not come has no status. */
export const LOST = { ...MISS, httpStatus: null }

export function bookOf(ctx: TeamCtx): Book {
  const attribution = (over: Partial<Attribution>): Attribution => ({
    walletId: newId(),
    keyId: 'key',
    keyPrefix: 'xd_live_abcd',
    environmentId: 'environment',
    environmentName: 'production',
    principal: 'member',
    principalId: ctx.actor.memberId,
    origin: 'search',
    memberId: ctx.actor.memberId,
    memberName: ctx.actor.name,
    searchId: null,
    searchName: null,
    runId: newId(),
    operation: 'timeline',
    ...over,
  })
  const ending = (attemptId: string) => ({ teamId: ctx.team.id, attemptId, at: ctx.clock.now() })
  return {
    ending,
    async begin(over = {}, instanceId = BOOK_INSTANCE) {
      const id = newId()
      const attempt = {
        id,
        teamId: ctx.team.id,
        instanceId,
        openedAt: ctx.clock.now(),
        pageNumber: 1,
        ...attribution(over),
      }
      const reservation = { items: 100, nano: 100n * PRICE, priceNano: PRICE }
      await transaction(ctx.db, (tx) => openAttempts(tx, [{ ...attempt, reservation }]))
      return id
    },
    async settle(attemptId, items, { priceNano = PRICE, reported = null, newItems = 0 } = {}) {
      const settlement = {
        items,
        newItems,
        tariff: priceNano === null ? null : perItemTariff(priceNano),
        reportedChargeNano: reported,
        httpStatus: 200,
        latencyMs: 80,
        waitedMs: 5,
      }
      const { teamId, at } = ending(attemptId)
      const settled = await transaction(ctx.db, (tx) =>
        settleAttempts(tx, teamId, [{ attemptId, at, ...settlement }]),
      )
      return settled[0] ?? { chargeNano: null }
    },
    free: (id) => transaction(ctx.db, (tx) => freeAttempt(tx, ending(id), MISS)),
    lose: (id) => transaction(ctx.db, (tx) => loseAttempt(tx, ending(id), LOST)),
  }
}
