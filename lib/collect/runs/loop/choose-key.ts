import { choosesKey, type SearchView } from '@/lib/collect/searches'
import { conflict } from '@/lib/kernel'
import { getUsableKey, listKeys, type StoredKey, serviceOfKey, type UpstreamAccess } from '@/lib/keys/keys'
import type { TeamCtx } from '@/lib/platform/db'

/**
 * Returns the key that a search chooses: its one key, or the least busy usable key of its wallet or environment that
 * belongs to the called service. Throws `conflict` if none can be used.
 */
export async function chooseKey(
  ctx: TeamCtx,
  { pacers, upstreams }: UpstreamAccess,
  search: Pick<SearchView, 'keyChoice' | 'keyId' | 'walletId' | 'environmentId'>,
): Promise<StoredKey> {
  if (search.keyChoice === 'key' && search.keyId) return getUsableKey(ctx, search.keyId)
  const [keys, { id: called }] = await Promise.all([listKeys(ctx), upstreams.for(ctx)])
  const active = keys.filter((key) => key.status === 'active' && choosesKey(search, key))
  const own = active.filter((key) => serviceOfKey(key, upstreams) === called)
  // If all keys belong to another service, one is chosen anyway: its refusal says so.
  const usable = own.length > 0 ? own : active
  /** Returns the length of a key's queue as time, since a faster key takes more. */
  const loadOf = ({ id, requestsPerSecond }: (typeof usable)[number]): number => {
    const figures = pacers.find(id)?.figures()
    return figures ? (figures.queued + figures.underWay) / requestsPerSecond : 0
  }
  const [best] = usable.map((key) => ({ key, load: loadOf(key) })).sort((a, b) => a.load - b.load)
  if (best) return getUsableKey(ctx, best.key.id)
  const where = search.keyChoice === 'wallet' ? 'its wallet' : 'its environment'
  throw conflict(
    `This search has no key that can be used: ${where} has none. Choose another key, or ask an admin to add or enable one.`,
  )
}
