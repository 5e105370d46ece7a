import { deleteItems, measureItems } from '@/lib/collect/items'
import type { TeamCtx } from '@/lib/platform/db'
import { noteItemsGone, readItemsAge } from '@/lib/teams/teams'
import { noteDeletion } from './deletion-note'
import { tooOldUpTo } from './measure'
import { nextExpiry } from './next-expiry'
import { BY_AGE } from './schemas'

/** Deletes, while `goesOn`, the items of a team that are older than it keeps them: one night's portion. */
export async function expireItems(ctx: TeamCtx, goesOn: () => Promise<boolean>): Promise<void> {
  const { id, name } = ctx.team
  const { days, ...age } = await readItemsAge(ctx)
  if (days === null) return
  const upTo = nextExpiry(tooOldUpTo(ctx, days), age, ctx.clock.now())
  if (upTo === null) return
  // Older pages are gone already and need not be searched again.
  const choice = { upTo, ...(age.goneUpTo && { after: age.goneUpTo }) }
  const gone = await measureItems(ctx, choice)
  if (gone.pages > 0) {
    await noteDeletion(ctx, { action: BY_AGE, id, name, gone, upTo })
    if (!(await deleteItems(ctx, choice, goesOn))) return
  }
  await noteItemsGone(ctx, upTo)
}
