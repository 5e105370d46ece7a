import type { TeamCtx } from '@/lib/db'
import { AppError, conflict, notFound, type Secret } from '@/lib/kernel'
import type { UpstreamAccess } from './access'
import { selectKey } from './store'

export type StoredKey = NonNullable<Awaited<ReturnType<typeof selectKey>>>

/** A key's row, for the verbs of this folder and for runs; throws `not_found`. */
export async function getStoredKey(ctx: TeamCtx, keyId: string): Promise<StoredKey> {
  const row = await selectKey(ctx.db, ctx.team.id, keyId)
  if (!row) throw notFound('The key')
  return row
}

/** A key that may be called with; throws `conflict` with what to do when it is disabled or refused. */
export async function getUsableKey(ctx: TeamCtx, keyId: string): Promise<StoredKey> {
  const row = await getStoredKey(ctx, keyId)
  if (row.status === 'disabled')
    throw conflict('This key is disabled. Choose another one, or ask an admin to enable it.')
  if (row.status === 'refused') {
    throw conflict(
      'The upstream refuses this key. Choose another one, or ask an admin to check or replace it.',
    )
  }
  return row
}

/** The secret of a stored key, to be sent and nothing else. */
export function openKey(access: UpstreamAccess, row: StoredKey): Secret {
  if (row.sealed === null)
    throw new AppError('unavailable', 'This key has no secret stored any more. Add it again.')
  return access.vault.open(row.sealed, { teamId: row.teamId, keyId: row.id })
}
