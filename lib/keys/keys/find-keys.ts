import type { Secret } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { selectFormerPrefixes, selectKeyByRef, selectWhose } from './store'

/** Returns the prefixes of the deleted keys among these; unknown ids are left out. */
export const listFormerPrefixes = (
  ctx: TeamCtx,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => selectFormerPrefixes(ctx.db, ctx.team.id, [...keyIds])

/** Returns the team's key with this text, unless it is deleted; null if there is none. */
export async function findKeyOfText(
  ctx: TeamCtx,
  { vault }: UpstreamAccess,
  text: Secret,
): Promise<{ readonly id: string; readonly name: string; readonly prefix: string } | null> {
  const row = await selectKeyByRef(ctx.db, ctx.team.id, vault.keyRef(text))
  return row && row.deletedAt === null ? row : null
}

/** Returns the teams and wallets of these keys of the installation that are in use. */
export const whoseKeys = (
  db: Db,
  keyIds: readonly string[],
): Promise<{ readonly id: string; readonly teamId: string; readonly walletId: string }[]> =>
  selectWhose(db, keyIds)
