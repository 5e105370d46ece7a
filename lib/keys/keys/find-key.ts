import type { Secret } from '@/lib/kernel'
import type { Db, TeamCtx } from '@/lib/platform/db'
import type { UpstreamAccess } from './access'
import { readTypedKey } from './new-secret'
import { isReference } from './reference'
import { selectFormerPrefixes, selectKeyByKeyRef, selectKeyByReference, selectKeyOwners } from './store'

/**
 * Returns what distinguishes a typed key from all others without revealing its text: its reference, or its keyed hash.
 * Throws `invalid`.
 */
export const keyFingerprint = async (ctx: TeamCtx, access: UpstreamAccess, typed: string): Promise<string> =>
  isReference(typed) ? typed : (await readTypedKey(ctx, access, typed)).keyRef

/** A key that the team has or had. */
export interface FoundKey {
  readonly id: string
  readonly walletId: string
  readonly environmentId: string
  readonly isDeleted: boolean
}

/**
 * Returns the key of the team with this text, or whose text lies at this reference; null if there never was one.
 * Throws `invalid` for a text that is neither.
 */
export async function findKey(ctx: TeamCtx, access: UpstreamAccess, typed: string): Promise<FoundKey | null> {
  // The text at a reference may have changed since. It is the same key, and its next use takes the new text.
  const referred = isReference(typed) ? await selectKeyByReference(ctx.db, ctx.team.id, typed) : null
  const row =
    referred ??
    (await selectKeyByKeyRef(ctx.db, ctx.team.id, (await readTypedKey(ctx, access, typed)).keyRef))
  if (!row) return null
  const { id, walletId, environmentId, deletedAt } = row
  return { id, walletId, environmentId, isDeleted: deletedAt !== null }
}

/** Returns the prefixes of the deleted keys among these; unknown ids are left out. */
export const listFormerPrefixes = (
  ctx: TeamCtx,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => selectFormerPrefixes(ctx.db, ctx.team.id, [...keyIds])

/** Returns the team's key with this text, unless it is deleted; null if there is none. */
export async function findKeyByText(
  ctx: TeamCtx,
  { vault }: UpstreamAccess,
  text: Secret,
): Promise<{ readonly id: string; readonly name: string; readonly prefix: string } | null> {
  const row = await selectKeyByKeyRef(ctx.db, ctx.team.id, vault.keyRef(text))
  return row && row.deletedAt === null ? row : null
}

/** Returns the teams and wallets of these keys of the installation that are in use. */
export const listKeyOwners = (
  db: Db,
  keyIds: readonly string[],
): Promise<{ readonly id: string; readonly teamId: string; readonly walletId: string }[]> =>
  selectKeyOwners(db, keyIds)
