import { type KeyView, listKeys } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'
import type { SearchView } from './schemas'

type ChoiceOfKey = Pick<SearchView, 'keyChoice' | 'keyId' | 'walletId' | 'environmentId'>

/** Returns whether a search chooses this key by itself: its one key, or any key of its wallet or environment. */
export function choosesKey(
  search: ChoiceOfKey,
  key: Pick<KeyView, 'id' | 'walletId' | 'environmentId'>,
): boolean {
  if (search.keyChoice === 'key') return key.id === search.keyId
  if (search.keyChoice === 'wallet') return key.walletId === search.walletId
  return search.environmentId === null || key.environmentId === search.environmentId
}

/** Returns the team's active keys, those that the search chooses by itself first. */
export async function listKeysFor(ctx: TeamCtx, search: ChoiceOfKey): Promise<KeyView[]> {
  const active = (await listKeys(ctx)).filter(({ status }) => status === 'active')
  const own = active.filter((key) => choosesKey(search, key))
  return [...own, ...active.filter((key) => !own.includes(key))]
}
