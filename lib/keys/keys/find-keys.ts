import type { Secret } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { selectFormerPrefixes, selectKeyByRef, selectWhose } from './store'

/** The prefixes of those of these keys that are deleted; an id that is none is left out. */
export const listFormerPrefixes = (
  ctx: TeamCtx,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => selectFormerPrefixes(ctx.db, ctx.team.id, [...keyIds])

/** The team's key whose text this is, unless it is deleted; null where there is none. */
export async function findKeyOfText(
  ctx: TeamCtx,
  { vault }: UpstreamAccess,
  text: Secret,
): Promise<{ readonly id: string; readonly name: string; readonly prefix: string } | null> {
  const row = await selectKeyByRef(ctx.db, ctx.team.id, vault.keyRef(text))
  return row && row.deletedAt === null ? row : null
}

/** The teams and wallets of these keys of the installation, as far as they are in use. */
export const whoseKeys = (
  db: Db,
  keyIds: readonly string[],
): Promise<{ readonly id: string; readonly teamId: string; readonly walletId: string }[]> =>
  selectWhose(db, keyIds)
