import 'server-only'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import type { PacerFigures } from '@/lib/upstream/pacing'

/** Returns the state of a key that the member may see; null if this Purser has not used it. */
export async function keyFigures(ctx: TeamCtx, keyId: string): Promise<PacerFigures | null> {
  return (await currentRuntime().worker.perform('figuresOf', ctx, [keyId])).get(keyId) ?? null
}
