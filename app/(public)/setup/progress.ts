import 'server-only'
import { hasSearches, listSearches } from '@/lib/collect/searches'
import { hasActiveKey, listKeys } from '@/lib/keys/keys'
import { listWallets } from '@/lib/money/wallets'
import type { TeamCtx } from '@/lib/platform/db'

/** How far a team's set-up has come, read from what is there: so it can be left and resumed anywhere. */
export async function setupProgress(ctx: TeamCtx) {
  const [wallets, keys, searches] = await Promise.all([listWallets(ctx), listKeys(ctx), listSearches(ctx)])
  const active = keys.find(({ status }) => status === 'active')
  const step = wallets.length === 0 ? 'Wallet' : !active ? 'Key' : searches.length === 0 ? 'Search' : null
  return { step, wallets, keyId: active?.id ?? '' } as const
}

/** Whether no step is left; asked on every page, so without reading what there is. A key is of a wallet always. */
export async function isSetUp(ctx: TeamCtx): Promise<boolean> {
  const [hasKey, hasSearch] = await Promise.all([hasActiveKey(ctx), hasSearches(ctx)])
  return hasKey && hasSearch
}
