import 'server-only'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import type { PacerFigures } from '@/lib/upstream/pacing'

/** How a key that the member may see stands at this moment; null where this Purser has not used it. */
export async function keyFigures(ctx: TeamCtx, keyId: string): Promise<PacerFigures | null> {
  return (await currentRuntime().worker.perform('figuresOf', ctx, [keyId])).get(keyId) ?? null
}
