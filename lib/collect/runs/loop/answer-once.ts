import {
  type ItemView,
  listHidden,
  listPageHeads,
  readPlaces,
  withoutRaw,
  withPlaces,
} from '@/lib/collect/items'
import { notFound } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { PageAnswer } from '../core/schemas'
import { selectRun } from '../core/store'
import type { OnLate } from '../purchase/or-later'
import type { RunServices } from '../purchase/run-services'
import type { Continuation } from './continuation'

/**
 * Answers a sequence number of a run once, and gives a repeated request of the same session that answer: see
 * `AnswerMemory`.
 */
export async function answerOnce(
  ctx: TeamCtx,
  { answers }: RunServices,
  { run, seq }: Pick<Continuation, 'run' | 'seq'>,
  work: (onLate: OnLate) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const place = { teamId: ctx.team.id, sid: ctx.actor.sid, runId: run, seq }
  const { answer, isRepeated } = await answers.once(place, work)
  if (!answer.page) return answer
  // A failure from here on loses no answer: it is kept and can be requested again.
  const items = isRepeated ? await readPage(ctx, run, answer.page.pageNumber) : answer.page.items
  const hidden = await listHidden(
    ctx,
    items.map(({ id }) => id),
  )
  return { ...answer, page: { ...answer.page, items }, hidden }
}

/** Returns the present items of a run's page: none after their deletion. */
async function readPage(ctx: TeamCtx, runId: string, pageNumber: number): Promise<ItemView[]> {
  const [run, heads] = await Promise.all([
    selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId),
    listPageHeads(ctx, runId),
  ])
  if (!run) throw notFound('The run')
  const head = withPlaces(heads).find((each) => each.pageNumber === pageNumber)
  if (!head || head.isDeleted) return []
  const places = Array.from({ length: head.itemCount }, (_, at) => head.place + at)
  // In a first run no item is marked as new.
  const read = await readPlaces(ctx, [run.isBaseline ? { ...head, news: '' } : head], places)
  return read.map(withoutRaw)
}
