import type { z } from 'zod'
import type { TeamCtx } from '@/lib/db'
import { invalid, requireAdmin } from '@/lib/kernel'
import { type AddedKey, addKey, type addKeyInput } from '@/lib/keys'
import { getWallet } from '@/lib/wallets'
import type { WorkerParts } from './parts'

/** Adds a fresh key of the built-in sandbox: it is made and stored on the server and never shown. Admins only. */
export async function addSandboxKey(
  ctx: TeamCtx,
  parts: WorkerParts,
  input: Omit<z.output<typeof addKeyInput>, 'key'>,
): Promise<AddedKey> {
  requireAdmin(ctx, 'add keys')
  if (!parts.sandbox)
    throw invalid('There is no sandbox here: this Purser calls a real upstream. Paste a key of it.')
  const { id } = await getWallet(ctx, input.walletId)
  const key = await parts.sandbox.issueKey(id)
  return addKey(ctx, parts, { ...input, key: key.reveal() })
}
