import { z } from 'zod'
import type { TeamCtx } from '@/lib/db'
import { notFound } from '@/lib/kernel'
import { selectPageSizes, selectResultPage, selectRun } from './store'

export const rawItemInput = z.object({
  runId: z.uuid(),
  /** The item's place in the run, from 0, in the order the items came. */
  place: z.int().min(0),
})

export const rawPageInput = z.object({ runId: z.uuid(), pageNumber: z.int().min(1) })

/** What the upstream sent, as JSON for reading. Untrusted text; numbers that floating point would round are texts. */
export interface RawView {
  readonly json: string
}

/** One item of a run with all its fields, for whoever may see the run; throws `not_found`. */
export async function getRawItem(ctx: TeamCtx, input: z.output<typeof rawItemInput>): Promise<RawView> {
  await requireRun(ctx, input.runId)
  let place = input.place
  for (const { pageNumber, itemCount } of await selectPageSizes(ctx.db, ctx.team.id, input.runId)) {
    if (place < itemCount) return { json: prettyJson((await rawItems(ctx, input.runId, pageNumber))[place]) }
    place -= itemCount
  }
  throw notFound('The item')
}

/** All items of one page with all their fields, for whoever may see the run; throws `not_found`. */
export async function getRawPage(ctx: TeamCtx, input: z.output<typeof rawPageInput>): Promise<RawView> {
  await requireRun(ctx, input.runId)
  return { json: prettyJson(await rawItems(ctx, input.runId, input.pageNumber)) }
}

async function requireRun(ctx: TeamCtx, runId: string): Promise<void> {
  if (!(await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId))) throw notFound('The run')
}

const stored = z.array(z.object({ raw: z.unknown() }))

async function rawItems(ctx: TeamCtx, runId: string, pageNumber: number): Promise<unknown[]> {
  const page = await selectResultPage(ctx.db, ctx.team.id, runId, pageNumber)
  if (!page) throw notFound('The page')
  return stored.parse(JSON.parse(page.items)).map(({ raw }) => raw)
}

/** Controls, and marks that turn the direction of writing: shown as such, they could make a text read otherwise. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** JSON in lines, in which marks that nobody sees are written out. It is the same JSON still. */
export const prettyJson = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? 'null').replace(
    UNSEEN,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
