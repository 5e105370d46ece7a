import type { TeamCtx } from '@/lib/platform/db'
import { selectFormerPrefixes } from './store'

/** The prefixes of those of these keys that are deleted; an id that is none is left out. */
export const listFormerPrefixes = (
  ctx: TeamCtx,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => selectFormerPrefixes(ctx.db, ctx.team.id, [...keyIds])
