import { openWorld, type World } from '@/tests/e2e/world'
import { foundTeam, type TeamClient } from '@/tests/support/story'
import { type BenchUpstream, startUpstream } from './runs/start-upstream'

interface WorldWithSearch {
  readonly upstream: BenchUpstream
  readonly world: World
  readonly admin: TeamClient
  readonly keyId: string
  readonly searchId: string
}

/** The built app with a team, a key and a saved search, and an upstream that never runs out; see `startUpstream`. */
export async function openWorldWithSearch(pagesPerSecond: number, latencyMs = 0): Promise<WorldWithSearch> {
  const upstream = await startUpstream(pagesPerSecond, latencyMs)
  const world = await openWorld({
    UPSTREAM_BASE_URL: upstream.baseUrl,
    UPSTREAM_PROVIDER: 'tests/support/sandbox-provider.json',
  })
  const admin = await foundTeam(world.server.baseUrl)
  const walletId = await admin.makeId('wallets/createWalletAction', { name: 'Main' })
  const { id: environmentId } = await world.db.environment.findFirstOrThrow()
  const key = `xd_live_${'a'.repeat(32)}`
  const keyId = await admin.makeId('keys/addKeyAction', { key, walletId, environmentId })
  const search = { name: 'Ada’s posts', operation: 'timeline', subject: 'ada' }
  const searchId = await admin.makeId('searches/createSearchAction', search)
  return { upstream, world, admin, keyId, searchId }
}
