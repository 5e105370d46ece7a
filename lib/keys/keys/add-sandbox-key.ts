import type { z } from 'zod'
import { invalid, requireAdmin, type Secret } from '@/lib/kernel'
import { getWallet } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'
import { getProvider, INTERFACE } from '@/lib/upstream/providers'
import type { UpstreamAccess } from './access'
import { type AddedKey, addKey } from './add-key'
import type { addKeyInput } from './schemas'

/** Issues a key of a service of the built-in sandbox for one of our wallets; null if the sandbox is off. */
export type SandboxKeys = { issueKey(walletId: string, service: string): Promise<Secret> } | null

/** Adds a fresh key of the built-in sandbox, which is issued and stored on the server and never shown. Admins only. */
export async function addSandboxKey(
  ctx: TeamCtx,
  parts: UpstreamAccess & { readonly sandbox: SandboxKeys },
  input: Omit<z.output<typeof addKeyInput>, 'key' | 'service'>,
): Promise<AddedKey> {
  requireAdmin(ctx, 'add keys')
  const { id } = await getWallet(ctx, input.walletId)
  const { choice, isSandbox, provider } = await getProvider(ctx, parts.upstreams)
  if (!parts.sandbox || !isSandbox)
    throw invalid(`This team calls ${provider.name}, and not the sandbox. Paste a key of it.`)
  const key = await parts.sandbox.issueKey(id, choice.provider ?? INTERFACE)
  return addKey(ctx, parts, { ...input, key: key.reveal() })
}
