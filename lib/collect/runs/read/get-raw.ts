import { z } from 'zod'
import { listPageHeads, readPlaces, withPlaces } from '@/lib/collect/items'
import { AppError, notFound } from '@/lib/kernel'
import { noteReading } from '@/lib/platform/audit'
import type { TeamCtx } from '@/lib/platform/db'
import { selectRun } from '../core/store'

export const rawItemInput = z.object({
  runId: z.uuid(),
  /** The item's index in the run, from 0, in original order. */
  place: z.int().min(0),
})

export const rawPageInput = z.object({ runId: z.uuid(), pageNumber: z.int().min(1) })

/** The upstream's answer as readable JSON. Untrusted text; numbers that floating point would round are texts. */
export interface RawView {
  readonly json: string
}

/** Returns one item of a run with all its fields, for members who may see the run. Throws `not_found`. */
export async function getRawItem(ctx: TeamCtx, input: z.output<typeof rawItemInput>): Promise<RawView> {
  const [item] = await rawItems(ctx, input.runId, () => [input.place])
  if (!item) throw notFound('The item')
  return { json: prettyJson(item.raw) }
}

/** Returns all items of one page with all their fields, for members who may see the run. Throws `not_found`. */
export async function getRawPage(ctx: TeamCtx, input: z.output<typeof rawPageInput>): Promise<RawView> {
  const items = await rawItems(ctx, input.runId, (heads) => {
    const head = heads.find(({ pageNumber }) => pageNumber === input.pageNumber)
    if (!head) throw notFound('The page')
    if (head.isDeleted) throw new AppError('not_found', 'The items of this page were deleted.')
    return Array.from({ length: head.itemCount }, (_, at) => head.place + at)
  })
  return { json: prettyJson(items.map(({ raw }) => raw)) }
}

async function rawItems(
  ctx: TeamCtx,
  runId: string,
  choose: (heads: ReturnType<typeof withPlaces>) => readonly number[],
) {
  const run = await selectRun(ctx.db, ctx.team.id, ctx.actor.memberId, runId)
  if (!run) throw notFound('The run')
  const heads = withPlaces(await listPageHeads(ctx, runId))
  const items = await readPlaces(ctx, heads, choose(heads))
  await noteReading(ctx, { subjectId: runId, subjectName: run.searchName })
  return items
}

/** Maximum number of characters that a browser shows at once. */
const MAX_SHOWN_LENGTH = 500_000

const shortened = (json: string): string =>
  json.length <= MAX_SHOWN_LENGTH
    ? json
    : `${json.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}\n… ${json.length - MAX_SHOWN_LENGTH} more characters: export the run as JSONL to read them.`

/** Controls, and marks that change the direction of writing: shown as they are, they could disguise a text. */
const UNSEEN = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/**
 * Formats JSON in lines, with invisible marks written out. It is the same JSON, up to the length that a browser can
 * show.
 */
export const prettyJson = (value: unknown): string =>
  shortened(JSON.stringify(value, null, 2) ?? 'null').replace(
    UNSEEN,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
