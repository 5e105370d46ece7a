import { listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import { teamWallets } from '../team-wallets'

/** Returns the wallets and keys that a search can be tied to. */
export async function keyChoices(ctx: TeamCtx) {
  const [wallets, keys] = await Promise.all([teamWallets(ctx), listKeys(ctx)])
  return {
    wallets: wallets.map(({ id, name }) => ({ id, name })),
    keys: keys.map(({ id, name, prefix, environmentName }) => ({
      id,
      name: `${environmentName} · ${name} (${prefix}…)`,
    })),
  }
}
