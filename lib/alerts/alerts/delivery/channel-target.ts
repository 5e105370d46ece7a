import { z } from 'zod'
import type { ChannelTarget } from '@/lib/alerts/channels'
import { Secret } from '@/lib/kernel'
import type { Vault } from '@/lib/platform/vault'

const stored = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), to: z.string() }),
  z.object({ kind: z.literal('slack'), url: z.string() }),
  z.object({ kind: z.literal('webhook'), url: z.string(), secret: z.string() }),
])

interface ChannelKey {
  readonly id: string
  readonly teamId: string
}

/** Seals a channel's target, bound to its row and team. An address may itself be a secret, so all of it is sealed. */
export const sealTarget = (vault: Vault, { id, teamId }: ChannelKey, target: ChannelTarget): string =>
  vault.seal(new Secret(JSON.stringify(target)), { teamId, keyId: id })

export const openTarget = (
  vault: Vault,
  { id, teamId, sealed }: ChannelKey & { sealed: string },
): ChannelTarget => stored.parse(JSON.parse(vault.open(sealed, { teamId, keyId: id }).reveal()))
