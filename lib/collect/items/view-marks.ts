import { createHash } from 'node:crypto'
import { foldText } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { hasMarks, selectMarksOfTeam } from './mark-store'
import type { View } from './view-input'

/** The team's marks that decide which items a view shows. */
export interface ViewMarks {
  /** True if the team has marked anything. */
  readonly isAny: boolean
  /** Changes with every change of these marks, so that results computed with them become stale. */
  readonly key: string
  isHidden(itemId: string): boolean
  /** Returns whether a view of starred or noted items shows this one. */
  isWanted(itemId: string): boolean
  /** Returns the note on an item, folded; empty if there is none. */
  noteOf(itemId: string): string
}

const NOTHING: ViewMarks = {
  isAny: false,
  key: '',
  isHidden: () => false,
  isWanted: () => false,
  noteOf: () => '',
}

/** Reads the marks that matter to a view. A team without marks costs one small query. */
export async function readViewMarks(ctx: TeamCtx, { text, only }: View): Promise<ViewMarks> {
  if (!(await hasMarks(ctx.db, ctx.team.id))) return NOTHING
  const rows = await selectMarksOfTeam(ctx.db, ctx.team.id, {
    starred: only === 'starred',
    noted: only === 'noted' || text !== '',
  })
  if (rows.length === 0) return { ...NOTHING, isAny: true }
  const marks = new Map(rows.map(({ itemId, note, ...mark }) => [itemId, { ...mark, note: foldText(note) }]))
  return {
    isAny: true,
    // Times would not do: two processes' clocks differ, and a deleted mark leaves none.
    key: createHash('sha256').update(JSON.stringify(rows)).digest('base64'),
    isHidden: (itemId) => marks.get(itemId)?.isHidden ?? false,
    isWanted: (itemId) => {
      const mark = marks.get(itemId)
      return mark !== undefined && (only === 'starred' ? mark.isStarred : mark.note !== '')
    },
    noteOf: (itemId) => marks.get(itemId)?.note ?? '',
  }
}
