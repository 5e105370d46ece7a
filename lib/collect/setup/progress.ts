import { hasSearches } from '@/lib/collect/searches'
import { hasActiveKey, listKeys } from '@/lib/keys/keys'
import { listWallets, type WalletView } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

/** The progress of a team's set-up. */
export interface SetupProgress {
  /** The first step that is not done; null once all are. */
  readonly step: 'Wallet' | 'Key' | 'Search' | null
  readonly wallets: readonly WalletView[]
  /** The first active key; null if there is none. */
  readonly keyId: string | null
}

/** Derives the progress from what exists, so that the set-up can be left and resumed anywhere. */
export async function readSetupProgress(ctx: TeamCtx): Promise<SetupProgress> {
  const [wallets, keys, hasSearch] = await Promise.all([listWallets(ctx), listKeys(ctx), hasSearches(ctx)])
  const keyId = keys.find(({ status }) => status === 'active')?.id ?? null
  const step = wallets.length === 0 ? 'Wallet' : !keyId ? 'Key' : !hasSearch ? 'Search' : null
  return { step, wallets, keyId }
}

/** Returns whether no step is left. Called on every page, so it reads no lists. A key always has a wallet. */
export async function isSetupComplete(ctx: TeamCtx): Promise<boolean> {
  const [hasKey, hasSearch] = await Promise.all([hasActiveKey(ctx), hasSearches(ctx)])
  return hasKey && hasSearch
}
