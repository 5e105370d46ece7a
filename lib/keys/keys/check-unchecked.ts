import { AppError } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { checkKey } from './check-key'
import { selectUnchecked } from './store'

const AT_ONCE = 20

/** Checks the team's keys that were stored while the upstream could not be asked, until it fails to answer again. */
export async function checkUnchecked(
  ctx: TeamCtx,
  access: UpstreamAccess,
  goesOn: () => Promise<boolean>,
): Promise<void> {
  const unchecked = await selectUnchecked(ctx.db, ctx.team.id, AT_ONCE)
  if (unchecked.length === 0 || (await access.upstreams.for(ctx)).provider.account === null) return
  for (const { id } of unchecked) {
    if (!(await goesOn())) return
    try {
      await checkKey(ctx, access, id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // A refused key shows by its state and an alert. Without an answer, the others would wait in vain.
      if (await isStillUnchecked(ctx, id)) return
    }
  }
}

const isStillUnchecked = async ({ db, team }: TeamCtx, id: string): Promise<boolean> =>
  (await selectUnchecked(db, team.id, AT_ONCE)).some((key) => key.id === id)
