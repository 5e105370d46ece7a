import { hasAnyMark, listMarks, type RawItem } from '@/lib/collect/items'
import type { RunView } from '@/lib/collect/runs'
import type { TeamCtx } from '@/lib/platform/db'

/** An item as a file holds it. */
export interface ExportItem extends Omit<RawItem, 'isNew'> {
  /** Null in a first run, the baseline: all of its items are new, so none is marked. */
  readonly isNew: boolean | null
  readonly isStarred: boolean
  /** Null if there is none. */
  readonly note: string | null
}

/** Adds the team's stars and notes to a run's items. A team without marks pays one small query. */
export async function* withMarks(
  ctx: TeamCtx,
  { isBaseline }: Pick<RunView, 'isBaseline'>,
  items: AsyncGenerator<RawItem[]>,
): AsyncGenerator<ExportItem[]> {
  const isMarked = await hasAnyMark(ctx)
  for await (const some of items) {
    const found = isMarked ? await listMarks(ctx, some.map(idOf)) : []
    const marks = new Map(found.map((mark) => [mark.itemId, mark]))
    yield some.map((item) => {
      const mark = marks.get(item.id)
      return {
        ...item,
        isNew: isBaseline ? null : item.isNew,
        isStarred: mark?.isStarred ?? false,
        note: mark?.note || null,
      }
    })
  }
}

const idOf = ({ id }: RawItem): string => id
