import type { TeamCtx } from '@/lib/platform/db'
import { selectRuns } from '../core/store'

/** Number of runs that a page shows at first. */
const NEWEST = 20

/** Returns a text that changes whenever one of the newest runs that the member may see begins or ends. */
export async function markRuns({ db, team, actor }: TeamCtx): Promise<string> {
  const rows = await selectRuns(db, team.id, actor.memberId, NEWEST)
  return rows.map(({ id, endedAt }) => `${id} ${endedAt?.getTime()}`).join(',')
}
