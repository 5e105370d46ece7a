import type { z } from 'zod'
import {
  type ItemView,
  listHiddenItemIds,
  listPageHeads,
  omitRawFields,
  readItemsAt,
  withItemOffsets,
} from '@/lib/collect/items'
import { notFound, requireWriter } from '@/lib/kernel'
import { findUsableKey } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { runStage } from '@/lib/platform/process'
import {
  type Continuation,
  openContinuation,
  requireFreshContinuation,
  sealContinuation,
} from '../core/continuation'
import type { nextPageInput, PageAnswer } from '../core/schemas'
import { selectRun } from '../core/store'
import type { LateCallback } from '../purchase/page-order'
import type { RunServices } from '../purchase/run-services'
import { advanceRun, requireByHand, resultWithoutPage } from './advance-run'
import type { AdvanceOptions, StepResult } from './run-step'

/**
 * Buys the page of a continuation and returns it with the next continuation. A continuation buys once: a double click
 * or a repeated request of the same session gets the same answer and costs nothing. It is refused with `conflict` if
 * this process no longer has that answer.
 */
export async function fetchNextPage(
  ctx: TeamCtx,
  services: RunServices,
  input: z.output<typeof nextPageInput>,
): Promise<PageAnswer> {
  requireWriter(ctx, 'run searches')
  // A continuation that is too old still finds the answer that it led to.
  const at = openContinuation(ctx, services.vault, input.continuation)
  return answerOnce(ctx, services, at, async (onLate) => {
    requireFreshContinuation(ctx, at)
    return fetchPageAt(ctx, services, at, { onLate })
  })
}

/** Buys the page of an open continuation, such as a run's first page. */
export async function fetchPageAt(
  ctx: TeamCtx,
  services: RunServices,
  at: Continuation,
  options: AdvanceOptions = {},
): Promise<PageAnswer> {
  const [run, key, upstream] = await runStage('reads', () =>
    Promise.all([
      selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, at.run),
      findUsableKey(ctx, at.key),
      services.upstreams.for(ctx),
    ]),
  )
  if (!run) throw notFound('The run')
  requireByHand(run)
  const advanced =
    'kind' in key
      ? await resultWithoutPage(ctx, run, at, { ...key, charged: 'no' })
      : await advanceRun(ctx, services, { run, key, upstream }, at, options)
  if (advanced.stoppedAt) services.places.keep(advanced.stoppedAt)
  return runStage('seal', () => Promise.resolve(answerOf(ctx, services, advanced)))
}

function answerOf(ctx: TeamCtx, services: RunServices, advanced: StepResult): PageAnswer {
  const { run, totals, next, endReason } = advanced
  const continuation = next && sealContinuation(ctx, services.vault, next)
  const base = { runId: run.id, totals, continuation, endReason }
  if (!advanced.problem) {
    const { page } = advanced
    return { ...base, page, hidden: [], problem: null }
  }
  const { kind, charged, message, upstreamWords = null } = advanced.problem
  return { ...base, page: null, problem: { kind, charged, message, upstreamWords } }
}

/**
 * Answers a sequence number of a run once, and gives a repeated request of the same session that answer: see
 * `AnswerMemory`.
 */
export async function answerOnce(
  ctx: TeamCtx,
  { answers }: RunServices,
  { run, seq }: Pick<Continuation, 'run' | 'seq'>,
  work: (onLate: LateCallback) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const place = { teamId: ctx.team.id, sid: ctx.actor.sid, runId: run, seq }
  const { answer, isRepeated } = await answers.once(place, work)
  if (!answer.page) return answer
  // A failure from here on loses no answer: it is kept and can be requested again.
  const items = isRepeated ? await readPage(ctx, run, answer.page.pageNumber) : answer.page.items
  const hidden = await listHiddenItemIds(
    ctx,
    items.map(({ id }) => id),
  )
  return { ...answer, page: { ...answer.page, items }, hidden }
}

/** Returns the current items of a run's page: none after their deletion. */
async function readPage(ctx: TeamCtx, runId: string, pageNumber: number): Promise<ItemView[]> {
  const [run, heads] = await Promise.all([
    selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId),
    listPageHeads(ctx, runId),
  ])
  if (!run) throw notFound('The run')
  const head = withItemOffsets(heads).find((each) => each.pageNumber === pageNumber)
  if (!head || head.isDeleted) return []
  const places = Array.from({ length: head.itemCount }, (_, at) => head.place + at)
  // In a first run no item is marked as new.
  const read = await readItemsAt(ctx, [run.isBaseline ? { ...head, news: '' } : head], places)
  return read.map(omitRawFields)
}
