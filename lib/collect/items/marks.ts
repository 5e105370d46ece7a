import { z } from 'zod'
import { notFound, requireWriter } from '@/lib/kernel'
import { appendAuditEntry, diffFields } from '@/lib/platform/audit'
import { type TeamCtx, transaction } from '@/lib/platform/db'
import { deleteEmptyMark, hasMarks, hasSighting, type MarkRow, saveMark, selectMarks } from './store'

/** An item's id as typed. No database can store the NUL character in a text. */
export const itemIdSchema = z
  .string()
  .min(1, 'Enter the id of an item.')
  .max(1000, 'This is too long to be the id of an item.')
  .refine((text) => !text.includes('\0'), 'This is not the id of an item.')

/** The mark of an item: it has at most one. */
const markState = z.enum(['starred', 'hidden', 'none'])

/** The parts to set on an item; omitted fields stay as they are. */
export const markInput = z
  .object({
    itemId: itemIdSchema,
    state: markState.optional(),
    /** Empty if there is none. */
    note: z
      .string()
      .trim()
      .max(2000, 'Use at most 2,000 characters.')
      .transform((text) => text.replaceAll('\0', ''))
      .optional(),
  })
  .refine(
    ({ state, note }) => state !== undefined || note !== undefined,
    'Say what to set: the mark or the note.',
  )

/** A team's mark on an item, and who set it last. */
export interface MarkView {
  readonly itemId: string
  readonly state: z.output<typeof markState>
  /** Empty if there is none. */
  readonly note: string
  readonly byName: string
  /** ISO 8601, so that it is the same in a page and in a JSON answer. */
  readonly at: string
}

/**
 * Stars, hides or notes an item for the whole team, in all its runs. Throws `not_found` for an item that no run of the
 * team has brought. Viewers cannot.
 */
export async function markItem(
  ctx: TeamCtx,
  { itemId, ...change }: z.output<typeof markInput>,
): Promise<MarkView> {
  requireWriter(ctx, 'mark items')
  if (!(await hasSighting(ctx.db, ctx.team.id, itemId))) throw notFound('The item')
  const by = { byName: ctx.actor.name, at: ctx.clock.now() }
  const row = await transaction(ctx.db, async (tx) => {
    const [before] = await selectMarks(tx, ctx.team.id, [itemId])
    const saved = await saveMark(tx, ctx.team.id, itemId, change, by)
    const { state, note } = saved
    await appendAuditEntry(tx, ctx, {
      action: 'item.mark',
      subjectId: itemId,
      subjectName: itemId,
      detail: diffFields({ state: 'none', note: '', ...before }, { state, note }),
    })
    await deleteEmptyMark(tx, ctx.team.id, itemId)
    return saved
  })
  return toView(row)
}

/** Returns the team's marks on these items. */
export async function listMarks(ctx: TeamCtx, itemIds: readonly string[]): Promise<MarkView[]> {
  const rows = await selectMarks(ctx.db, ctx.team.id, [...new Set(itemIds)])
  return rows.map(toView)
}

/** Returns whether the team has marked anything. */
export const hasAnyMark = (ctx: TeamCtx): Promise<boolean> => hasMarks(ctx.db, ctx.team.id)

/** Returns which of these items the team has hidden. A team without marks costs one small query. */
export async function listHiddenItemIds(ctx: TeamCtx, itemIds: readonly string[]): Promise<string[]> {
  if (itemIds.length === 0 || !(await hasMarks(ctx.db, ctx.team.id))) return []
  const marks = await listMarks(ctx, itemIds)
  return marks.filter(({ state }) => state === 'hidden').map(({ itemId }) => itemId)
}

const toView = ({ itemId, state, note, byName, at }: MarkRow): MarkView => ({
  itemId,
  state: markState.parse(state),
  note,
  byName,
  at: at.toISOString(),
})
