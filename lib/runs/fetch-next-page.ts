import type { z } from 'zod'
import { contractPrices } from '@/lib/contracts'
import type { TeamCtx } from '@/lib/db'
import { conflict, notFound, requireWriter } from '@/lib/kernel'
import { findUsableKey } from '@/lib/keys'
import type { Attribution, Operation } from '@/lib/ledger'
import type { Priority } from '@/lib/pacing'
import type { Page, PageRequest } from '@/lib/upstream'
import { buyPage } from './buy-page'
import { type Room, roomOf, SMALLEST_PAGE } from './cap'
import { again, type Continuation, follow, openContinuation, sealContinuation } from './continuation'
import { operationOf } from './operation'
import type { PageProblem } from './problem'
import type { EndReason, nextPageInput, PageAnswer } from './schemas'
import type { RunServices } from './services'
import { settlePage } from './settle-page'
import { endRun, giveSeqBack, selectRun, takeSeq } from './store'
import { totalsOf } from './totals'

type RunRow = NonNullable<Awaited<ReturnType<typeof selectRun>>>

/**
 * Buys the page that a continuation leads to and answers it with the next continuation. A continuation works once:
 * a double click, a second tab or a repeated request is refused with `conflict` and costs nothing.
 */
export async function fetchNextPage(
  ctx: TeamCtx,
  services: RunServices,
  input: z.output<typeof nextPageInput>,
): Promise<PageAnswer> {
  requireWriter(ctx, 'run searches')
  return fetchPageAt(ctx, services, await openContinuation(ctx, services.vault, input.continuation))
}

/** How a page is to be bought; for a person who waits, and to its end, unless told otherwise. */
interface Manner {
  readonly priority?: Priority
  readonly signal?: AbortSignal
}

/**
 * The same, at a continuation that is already open: how a run fetches its first page. Whatever fails before a call is
 * sent is told in the answer, costs nothing, and leaves the run where it is.
 */
export async function fetchPageAt(
  ctx: TeamCtx,
  services: RunServices,
  at: Continuation,
  { priority = 'interactive', signal }: Manner = {},
): Promise<PageAnswer> {
  const [run, key, upstream] = await Promise.all([
    selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, at.run),
    findUsableKey(ctx, at.key),
    services.upstreams.for(ctx),
  ])
  if (!run) throw notFound('The run')
  if ('kind' in key) return missed(ctx, services, run, at, { ...key, charged: 'no' })
  const operation = operationOf(run)
  const prices = contractPrices(upstream.contract)
  const room = await roomOf(ctx, run, operation, prices)
  if (room.problem) return stopAtCap(ctx, services, run, at, room)
  const pageNumber = run.pages + 1
  const { delivered, problem } = await buyPage(ctx, services, {
    upstream,
    key,
    pageNumber,
    largest: room.count,
    request: requestOf(run, operation, room.count, at.cursor),
    attribution: attributionOf(run, operation, key.walletId),
    priority,
    signal,
    claim: async (tx) => {
      if (await takeSeq(tx, ctx.team.id, run.id, at.seq)) return
      throw conflict('This page was asked for already. Reload to see what has arrived.')
    },
    giveBack: async (tx) => void (await giveSeqBack(tx, ctx.team.id, run.id, at.seq)),
  })
  if (problem) return missed(ctx, services, run, at, problem)
  const isFull = room.leftItems !== null && room.leftItems - delivered.page.items.length < SMALLEST_PAGE
  const following = whatComesNext(at, delivered.page)
  const next = isFull && following.continuation ? CAPPED : following
  const { endReason } = next
  const settled = await settlePage(ctx, {
    prices,
    runId: run.id,
    key,
    operation,
    pageNumber,
    delivered,
    endReason,
  })
  const continuation = next.continuation && (await sealContinuation(ctx, services.vault, next.continuation))
  return { runId: run.id, ...settled, continuation, endReason, problem: null }
}

const attributionOf = (run: RunRow, operation: Operation, walletId: string): Attribution => ({
  walletId,
  keyId: run.keyId,
  keyPrefix: run.keyPrefix,
  environmentId: run.environmentId,
  environmentName: run.environmentName,
  memberId: run.memberId,
  memberName: run.memberName,
  searchId: run.searchId,
  searchName: run.searchName,
  runId: run.id,
  operation,
})

function requestOf(run: RunRow, operation: Operation, count: number, cursor: string | null): PageRequest {
  return {
    operation,
    subject: run.subject,
    count,
    ...(run.product !== null && { product: run.product === 'Top' ? 'Top' : 'Latest' }),
    ...(cursor !== null && { cursor }),
  }
}

const CAPPED = { continuation: null, endReason: 'cap_reached' } as const

/** Follows the cursor, unless that would burn the wallet in a loop: a cursor or page seen before, or a page of nothing. */
function whatComesNext(
  at: Continuation,
  page: Page,
): { readonly continuation: Continuation | null; readonly endReason: EndReason | null } {
  if (page.hasUnusableCursor) return { continuation: null, endReason: 'unusable_cursor' }
  if (page.nextCursor === null) return { continuation: null, endReason: 'last_page' }
  if (page.items.length === 0) return { continuation: null, endReason: 'empty_page' }
  const followed = follow(
    at,
    page.nextCursor,
    page.items.map(({ id }) => id),
  )
  return typeof followed === 'string'
    ? { continuation: null, endReason: followed }
    : { continuation: followed, endReason: null }
}

/** A run that cannot buy more without passing its own cap has ended; one whose price is not known may go on later. */
async function stopAtCap(
  ctx: TeamCtx,
  services: RunServices,
  run: RunRow,
  at: Continuation,
  { problem, isFull }: Extract<Room, { count: null }>,
): Promise<PageAnswer> {
  const answer = await missed(ctx, services, run, at, problem)
  if (!isFull) return answer
  await endRun(ctx.db, ctx.team.id, run.id, { reason: 'cap_reached', at: ctx.clock.now() })
  return { ...answer, continuation: null, endReason: 'cap_reached' }
}

/** The answer without a page. What may have been charged needs a continuation of its own, all else has kept its place. */
async function missed(
  ctx: TeamCtx,
  services: RunServices,
  run: RunRow,
  at: Continuation,
  { kind, charged, message, upstreamWords }: PageProblem,
): Promise<PageAnswer> {
  const next = charged === 'no' ? at : again(at)
  const [totals, continuation] = await Promise.all([
    totalsOf(ctx.db, run),
    sealContinuation(ctx, services.vault, next),
  ])
  const problem = { kind, charged, message, upstreamWords: upstreamWords ?? null }
  return { runId: run.id, totals, page: null, problem, continuation, endReason: null }
}
