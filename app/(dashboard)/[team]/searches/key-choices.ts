import { listKeys } from '@/lib/keys/keys'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

/** The wallets and keys that a search can be tied to. */
export async function keyChoices(ctx: TeamCtx) {
  const [wallets, keys] = await Promise.all([listWallets(ctx), listKeys(ctx)])
  return {
    wallets: wallets.map(({ id, name }) => ({ id, name })),
    keys: keys.map(({ id, name, prefix, environmentName }) => ({
      id,
      name: `${environmentName} · ${name} (${prefix}…)`,
    })),
  }
}
