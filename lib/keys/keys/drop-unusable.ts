import type { TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { selectUnusable } from './store'

/** A key that joined a queue was usable a moment ago, so what leaves sooner needs no second look. */
const SOON_MS = 2000

/** Returns the keys at which calls of this process wait for long. */
export const keysWaitedFor = ({ pacers }: Pick<UpstreamAccess, 'pacers'>): readonly string[] =>
  pacers.list().flatMap(({ keyId, pacer }) => ((pacer.figures().lastLeavesInMs ?? 0) > SOON_MS ? keyId : []))

/** Rejects the calls that wait for those of the keys that another process has disabled, deleted or found refused. */
export async function dropUnusable(
  { db, team }: TeamCtx,
  { pacers }: Pick<UpstreamAccess, 'pacers'>,
  keyIds: readonly string[],
): Promise<void> {
  for (const { id } of await selectUnusable(db, team.id, keyIds)) pacers.drop(id)
}
