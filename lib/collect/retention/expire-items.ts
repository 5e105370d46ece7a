import { deleteItems, measureItems } from '@/lib/collect/items'
import { createCache } from '@/lib/platform/cache'
import type { TeamCtx } from '@/lib/platform/db'
import { keepsItemsDays } from '@/lib/teams/teams'
import { noteDeletion } from './deletion-note'
import { tooOldUpTo } from './measure'
import { BY_AGE } from './schemas'

/** Deletes the items that are older than their team keeps them. */
export interface Expiry {
  /** Handles one team's items, while `goesOn`. */
  visit(ctx: TeamCtx, goesOn: () => Promise<boolean>): Promise<void>
}

/** With more teams than this, the one unused for longest is searched again. */
const MOST_TEAMS = 10_000

export function createExpiry(): Expiry {
  /** Up to when this process has deleted a team's items: it does not search them again every hour. */
  const doneUpTo = createCache<Date>({ most: MOST_TEAMS })

  return {
    async visit(ctx, goesOn) {
      const { id, name } = ctx.team
      const days = await keepsItemsDays(ctx)
      if (days === null) return
      const upTo = tooOldUpTo(ctx, days)
      const after = doneUpTo.get(id)
      if (after && after >= upTo) return
      const choice = { upTo, ...(after && { after }) }
      const gone = await measureItems(ctx, choice)
      if (gone.pages > 0) {
        await noteDeletion(ctx, { action: BY_AGE, id, name, gone, upTo })
        if (!(await deleteItems(ctx, choice, goesOn))) return
      }
      doneUpTo.set(id, upTo)
    },
  }
}
