import { contractPrices, type TeamUpstream } from '@/lib/contracts'
import { type TeamCtx, type Tx, transaction } from '@/lib/db'
import { AppError, chargeFor } from '@/lib/kernel'
import { markKeyRefused, openKey, type StoredKey } from '@/lib/keys'
import { type Attribution, freeAttempt, loseAttempt, openAttempt } from '@/lib/ledger'
import type { Pacer, Slot } from '@/lib/pacing'
import { priceInForce } from '@/lib/prices'
import { type Answer, largestPage, type Page, type PageRequest, type Problem } from '@/lib/upstream'
import type { RunServices } from './services'

const TRIES = 4

export interface PageOrder {
  /** By the team's contract. */
  readonly upstream: Pick<TeamUpstream, 'contract' | 'fetchPage'>
  readonly key: StoredKey
  readonly request: PageRequest
  readonly attribution: Attribution
  readonly pageNumber: number
  /** Runs in the transaction that opens the first attempt; throws to refuse the order. */
  claim(tx: Tx): Promise<void>
}

/** A page that was received; the caller settles its attempt. Times in milliseconds. */
export interface Delivered {
  readonly attemptId: string
  readonly page: Page
  readonly httpStatus: number
  readonly latencyMs: number
  readonly waitedMs: number
}

export type Bought =
  | { readonly delivered: Delivered; readonly problem: null }
  | { readonly delivered: null; readonly problem: Problem }

/**
 * Buys one page through its key's queue: an attempt with its reservation is on the ledger before the call, and ends
 * as FREE or UNKNOWN right here unless the page was received. A 429 is tried again, first in line, as a new attempt
 * (upstream-interface, Errors: nothing is charged for it).
 */
export async function buyPage(ctx: TeamCtx, services: RunServices, order: PageOrder): Promise<Bought> {
  const pacer = services.pacers.for(order.key.id, order.key.requestsPerSecond, order.key.keyRef)
  const secret = openKey(services, order.key)
  for (let tries = 1; ; tries++) {
    const attemptId = await open(ctx, services, order, tries === 1)
    const slot = await waitForSlot(ctx, pacer, order, attemptId, tries > 1)
    const answer = await order.upstream.fetchPage(secret, order.request)
    const waitedMs = Math.round(slot.waitedMs)
    tell(pacer, slot, answer)
    if (answer.ok) {
      const { value: page, httpStatus, latencyMs } = answer
      return {
        delivered: { attemptId, page, httpStatus, latencyMs: Math.round(latencyMs), waitedMs },
        problem: null,
      }
    }
    await endMissed(ctx, attemptId, answer, waitedMs)
    if (answer.problem.kind === 'key_refused') await markKeyRefused(ctx, services, order.key)
    if (answer.problem.kind !== 'rate_limited' || tries === TRIES)
      return { delivered: null, problem: answer.problem }
  }
}

/** What an answer means for the calls that come after it; told before anything is awaited. */
function tell(pacer: Pacer, slot: Slot, answer: Answer<Page>): void {
  const problem = answer.ok ? null : answer.problem
  if (problem?.kind === 'rate_limited') slot.refused(problem.retryAfterMs ?? null)
  else slot.answered()
  if (problem?.kind === 'wallet_empty') pacer.halt(new AppError('upstream', problem.message))
}

function open(ctx: TeamCtx, services: RunServices, order: PageOrder, isFirst: boolean): Promise<string> {
  return transaction(ctx.db, async (tx) => {
    if (isFirst) await order.claim(tx)
    const { operation } = order.attribution
    const openedAt = ctx.clock.now()
    const items = largestPage(operation)
    const { priceMicro } = await priceInForce(tx, {
      teamId: ctx.team.id,
      operation,
      at: openedAt,
      contract: contractPrices(order.upstream.contract),
    })
    const { instanceId } = services
    return openAttempt(
      tx,
      { teamId: ctx.team.id, instanceId, openedAt, pageNumber: order.pageNumber, ...order.attribution },
      { items, micro: priceMicro === null ? null : chargeFor(items, priceMicro) },
    )
  })
}

/** Waits for the key's next slot. A wait that ends without one was never sent: its attempt is free. */
async function waitForSlot(
  ctx: TeamCtx,
  pacer: Pacer,
  order: PageOrder,
  attemptId: string,
  again: boolean,
): Promise<Slot> {
  try {
    return await pacer.slot({
      priority: 'interactive',
      lane: order.attribution.memberId,
      again,
    })
  } catch (error) {
    const reason = error instanceof AppError ? error.message : 'Not sent'
    const miss = { reason, httpStatus: null, latencyMs: null, waitedMs: null }
    await transaction(ctx.db, (tx) => freeAttempt(tx, endingOf(ctx, attemptId), miss))
    throw error
  }
}

const endingOf = (ctx: TeamCtx, attemptId: string) => ({
  teamId: ctx.team.id,
  attemptId,
  at: ctx.clock.now(),
})

type Missed = Extract<Answer<Page>, { ok: false }>

function endMissed(
  ctx: TeamCtx,
  attemptId: string,
  { problem, httpStatus, latencyMs }: Missed,
  waitedMs: number,
): Promise<void> {
  const miss = { reason: problem.message, httpStatus, latencyMs: Math.round(latencyMs), waitedMs }
  const end = problem.charged === 'no' ? freeAttempt : loseAttempt
  return transaction(ctx.db, (tx) => end(tx, endingOf(ctx, attemptId), miss))
}
