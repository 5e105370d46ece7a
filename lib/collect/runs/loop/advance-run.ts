import { type AppError, conflict, type Operation } from '@/lib/kernel'
import { keyServiceId } from '@/lib/keys/keys'
import type { Attribution } from '@/lib/money/ledger'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { runStage } from '@/lib/platform/process'
import { listFormOf, type PageRequest } from '@/lib/upstream/client'
import { listHash, providerPrices, type TeamUpstream } from '@/lib/upstream/providers'
import { type Continuation, continuationAfterFailure } from '../core/continuation'
import { endRunInTransaction } from '../core/end-run'
import type { PageProblem } from '../core/page-problem'
import type { RunEnd } from '../core/schemas'
import {
  claimSequenceNumber,
  type RunRow,
  readRunTotals,
  releaseSequenceNumber,
  selectRun,
} from '../core/store'
import { buyPageIfPermitted } from '../purchase/buy-page'
import { findUserId } from '../purchase/look-up-user'
import type { PageClaim, PageSource } from '../purchase/page-order'
import type { RunServices } from '../purchase/run-services'
import { addBoughtPageToRun } from './reuse-page'
import { findPageAllowance, type PageAllowance } from './run-cap'
import { decideRunContinuation } from './run-ending'
import {
  type AdvanceOptions,
  isFullAfter,
  lacksTopOrder,
  missingTopOrderMessage,
  type RunState,
  type RunStep,
  type StepResult,
  stepTo,
} from './run-step'

/**
 * Advances a run by one page: from recently bought pages if the run allows that, else from the upstream. A failure
 * before a call is sent is part of the answer, costs nothing, and leaves the run where it is.
 */
export async function advanceRun(
  ctx: TeamCtx,
  services: RunServices,
  begun: RunState,
  from: Continuation,
  options: AdvanceOptions = {},
): Promise<StepResult> {
  const { upstream, key } = begun
  const { operation, subject, product } = begun.run
  const isOwnKey = keyServiceId(key, services.upstreams) === upstream.id
  if (from.cursor !== null && isOwnKey && (from.service ?? upstream.id) !== upstream.id)
    return resultWithoutPage(ctx, begun.run, from, {
      kind: 'bad_request',
      charged: 'no',
      message: OF_ANOTHER_SERVICE,
    })
  // A cursor stays its own service's, even if another one was chosen meanwhile and this try is refused.
  const at = { ...from, service: from.cursor === null ? upstream.id : (from.service ?? upstream.id) }
  if (lacksTopOrder(upstream.provider, operation, product))
    return resultWithoutPage(ctx, begun.run, at, {
      kind: 'bad_request',
      charged: 'no',
      message: missingTopOrderMessage(upstream.provider),
    })
  const { priority = 'interactive', signal, onLate } = options
  const user = await findUserId(ctx, services, {
    runId: begun.run.id,
    key,
    upstream,
    subject,
    operation,
    priority,
    lane: laneOf(begun.run),
    signal,
    onLate,
    attribution: attributionOf(ctx, begun.run, operation, key.walletId),
    leftNano: begun.run.capNano === null ? null : begun.run.capNano - begun.run.chargeNano,
  })
  if (user.problem?.kind === 'run_cap')
    return stopAtCap(ctx, begun.run, at, { problem: user.problem, isFull: true })
  if (user.problem) {
    // A call that may have been charged uses up its sequence number, as a page does: a repeat gets its answer again
    // instead of buying it again.
    if (user.problem.charged !== 'no')
      await transaction(ctx.db, (tx) => claimSequenceNumber(tx, ctx.team.id, begun.run.id, at.seq))
    return refuse(ctx, begun.run, at, user.problem, options)
  }
  const standing = user.isBought ? await readAgain(ctx, begun) : begun
  const { run } = standing
  const prices = providerPrices(upstream.provider)
  const listId = listHash(upstream, operation)
  const sizes = listFormOf(upstream.provider, operation).count
  const allowance = await findPageAllowance(ctx, run, { operation, listId, sizes, prices }, standing)
  if (allowance.problem) return stopAtCap(ctx, run, at, allowance)
  const request = requestOf(run, operation, allowance.count, at.cursor)
  const claim = claimOf(ctx, run, at)
  const step = { ...standing, request, userId: user.userId, allowance, at, claim, operation, listId }
  const bought = (how = options) => runStage('page', () => buy(ctx, services, step, how), operation)
  if (run.reuseSeconds === 0) return bought()
  const asked = { teamId: ctx.team.id, service: upstream.id, keyId: standing.key.id, request }
  const find = () => services.memory.find(asked, run.reuseSeconds * 1000)
  const take = async (): Promise<StepResult | null> => {
    const page = find()
    return page && addBoughtPageToRun(ctx, step, page)
  }
  const known = await take()
  if (known) return known
  return services.memory.alone(asked, async (letGo) => {
    // Those who wait for this page should not have to wait for the database.
    const onLate = (news: AppError) => {
      letGo()
      options.onLate?.(news)
    }
    return (await take()) ?? bought(options.onLate ? { ...options, onLate } : options)
  })
}

/** Throws `conflict` if a run was moved to the background, where it buys its pages by itself. */
export function requireByHand({ manner }: Pick<RunRow, 'manner'>): void {
  if (manner === 'background') throw conflict(MOVED)
}

const MOVED =
  'This run goes on in the background, from where it stood. No page was bought here. Reload to watch it.'

const OF_ANOTHER_SERVICE =
  'This run began at another service, and its cursor works only there. Start the run again.'

/** Reads a run again after a look-up, with what that cost. */
async function readAgain(ctx: TeamCtx, { totals: _, ...begun }: RunState): Promise<RunState> {
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, begun.run.id)
  return { ...begun, run: run ?? begun.run }
}

/** Returns the claim on the page of a position. A background run needs none: its member is the one who asks. */
const claimOf = (ctx: TeamCtx, run: RunRow, { seq }: Continuation): PageClaim =>
  run.manner === 'background'
    ? UNCLAIMED
    : {
        claim: async (tx) => {
          if (await claimSequenceNumber(tx, ctx.team.id, run.id, seq)) return
          const now = await selectRun(tx, ctx.team.id, ctx.actor.memberId, run.id)
          if (now) requireByHand(now)
          throw conflict('This page was requested already. Reload to see what has arrived.')
        },
        giveBack: async (tx) => void (await releaseSequenceNumber(tx, ctx.team.id, run.id, seq)),
      }

const UNCLAIMED: PageClaim = { claim: () => Promise.resolve(), giveBack: () => Promise.resolve() }

async function buy(
  ctx: TeamCtx,
  services: RunServices,
  { run, key, upstream, operation, listId, request, userId, allowance, at, claim }: RunStep,
  { priority = 'interactive', signal, onLate, isHeldByOthers }: AdvanceOptions,
): Promise<StepResult> {
  const pageNumber = run.pages + run.reusedPages + 1
  const { delivered, problem } = await buyPageIfPermitted(ctx, services, {
    upstream: sourceOf(run, upstream),
    key,
    pageNumber,
    request: { ...request, ...(userId !== undefined && { userId }) },
    attribution: attributionOf(ctx, run, operation, key.walletId),
    priority,
    lane: laneOf(run),
    signal,
    onLate,
    isHeldByOthers,
    ...claim,
  })
  if (problem) return refuse(ctx, run, at, problem, { isHeldByOthers })
  const { page } = delivered
  const end = decideRunContinuation(run, at, page, isFullAfter(allowance, page.ids.length))
  const settled = await services.book.settle(ctx, {
    prices: providerPrices(upstream.provider),
    run,
    streamId: run.streamId ?? run.id,
    key,
    operation,
    asked: {
      listId,
      count: allowance.count,
      maximum: listFormOf(upstream.provider, operation).count.maximum,
    },
    pageNumber,
    itemOffset: run.items + run.reusedItems,
    delivered,
    whyEnd: end.why,
    onLate,
  })
  services.memory.keep(
    { teamId: ctx.team.id, service: upstream.id, keyId: key.id, request },
    {
      pageId: delivered.attemptId,
      nextCursor: page.nextCursor,
      hasUnusableCursor: page.hasUnusableCursor,
      isNextLost: page.isNextLost,
      at: settled.at,
    },
  )
  return { ...settled, ...stepTo(end.next, settled.endReason), problem: null }
}

/** The runs of a batch take turns with others as one run. */
const laneOf = ({ id, batchId }: RunRow): string => batchId ?? id

/** Returns the source of pages. Nobody waits for the items of a background run, so they are only stored. */
const sourceOf = (run: RunRow, upstream: TeamUpstream): PageSource =>
  run.manner === 'background'
    ? {
        provider: upstream.provider,
        name: upstream.name,
        id: upstream.id,
        fetchPage: upstream.fetchPageToStore,
      }
    : upstream

const attributionOf = (
  { actor: { tokenId } }: TeamCtx,
  run: RunRow,
  operation: Operation,
  walletId: string,
): Attribution => ({
  walletId,
  keyId: run.keyId,
  keyPrefix: run.keyPrefix,
  environmentId: run.environmentId,
  environmentName: run.environmentName,
  // A schedule has no id of its own.
  ...(run.isScheduled
    ? { principal: 'schedule', principalId: run.searchId ?? '' }
    : tokenId === undefined
      ? { principal: 'member', principalId: run.memberId }
      : { principal: 'token', principalId: tokenId }),
  origin: 'search',
  memberId: tokenId === undefined ? run.memberId : '',
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

/**
 * Stops a run at its cap: one that cannot buy more without passing it has ended; one without a known price may
 * continue later.
 */
async function stopAtCap(
  ctx: TeamCtx,
  run: RunRow,
  at: Continuation,
  { problem, isFull }: Pick<Extract<PageAllowance, { count: null }>, 'problem' | 'isFull'>,
): Promise<StepResult> {
  const stayed = await resultWithoutPage(ctx, run, at, problem)
  return isFull ? endAt(ctx, run, at, stayed, { reason: 'cap_reached', at: ctx.clock.now() }) : stayed
}

/**
 * Ends a run before the page of a position, from which it can continue. Throws `conflict` if that page was requested
 * already, by a repeated request that another process answered: the run would continue by buying it again.
 */
async function endAt(
  ctx: TeamCtx,
  run: RunRow,
  at: Continuation,
  stayed: StepResult,
  end: RunEnd,
): Promise<StepResult> {
  await transaction(ctx.db, async (tx) => {
    await claimOf(ctx, run, at).claim(tx)
    await endRunInTransaction(tx, ctx.team.id, run.id, end)
  })
  return { ...stayed, ...stepTo(at, end.reason), endReason: end.reason }
}

/**
 * Refuses a page. A run that a budget refused before its first page ends, so that it does not look active.
 */
async function refuse(
  ctx: TeamCtx,
  run: RunRow,
  at: Continuation,
  problem: PageProblem,
  { isHeldByOthers = false }: { readonly isHeldByOthers?: boolean | undefined },
): Promise<StepResult> {
  if (isHeldByOthers && problem.kind === 'budget_stopped')
    return resultWithoutPage(ctx, run, at, { ...problem, isHeldByOthers })
  const stayed = await resultWithoutPage(ctx, run, at, problem)
  const { pages, reusedPages, unknownCalls } = stayed.totals
  if (problem.kind !== 'budget_stopped' || pages + reusedPages + unknownCalls > 0) return stayed
  const end = { reason: 'budget_refused', at: ctx.clock.now(), note: problem.message } as const
  return endAt(ctx, run, at, stayed, end)
}

/** Returns an answer without a page: the run's state. */
export async function resultWithoutPage(
  ctx: TeamCtx,
  run: RunRow,
  at: Continuation,
  problem: PageProblem,
): Promise<StepResult> {
  const totals = await readRunTotals(ctx.db, run)
  const next = continuationAfterFailure(at, problem)
  return { run, totals, page: null, problem, next, stoppedAt: null, endReason: null }
}
