import 'server-only'
import type { TeamCtx } from '@/lib/db'
import type { PacerFigures } from '@/lib/pacing'
import { currentRuntime } from '@/lib/runtime'

/** How a key that the member may see stands at this moment; null where this Purser has not used it. */
export async function keyFigures(ctx: TeamCtx, keyId: string): Promise<PacerFigures | null> {
  return (await currentRuntime().worker.perform('figuresOf', ctx, [keyId])).get(keyId) ?? null
}
