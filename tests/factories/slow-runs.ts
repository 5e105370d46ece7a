import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { createBackgroundRuns, startBackgroundRun } from '@/lib/collect/runs'
import { createSearch } from '@/lib/collect/searches'
import { systemClock } from '@/lib/kernel'
import { addKey } from '@/lib/keys/keys'
import type { Db, TeamCtx } from '@/lib/platform/db'
import { makeTeam } from './team'
import { startTestUpstream } from './upstream'

/** A team whose runs wait long for their turn at a slow key, with credits and followers enough that none ends by itself. */
export async function makeSlowRuns(
  db: Db,
  options: { readonly isShared: boolean; readonly maxPerMember?: number },
) {
  const upstream = await startTestUpstream(systemClock)
  const team = await makeTeam(db, systemClock)
  const background = createBackgroundRuns({
    ...{ services: upstream, clock: systemClock, ...options },
    onError: (error) => expect.unreachable(String(error)),
  })
  const services = { ...upstream, background }
  const where = { walletId: team.walletId, environmentId: team.environments[0]?.id ?? '' }
  /** Adds one more key, of a wallet of its own at the upstream. */
  const addSlowKey = async () => {
    const { key } = upstream.issueKey({ pack: 'Free', balanceNano: 1_000_000_000_000_000n })
    return (await addKey(team.admin, upstream, { key, name: '', ...where })).id
  }
  const keyId = await addSlowKey()
  const search = { name: 'Esme', operation: 'followers', subject: 'esme', shared: true } as const
  const searchId = (await createSearch(team.admin, search)).id
  return {
    ...{ team, background, services, keyId, searchId, addSlowKey },
    /** The calls that the first key has made. */
    sent: () =>
      upstream.sandbox.operator.state()[0]?.keys.reduce((sum, { requests }) => sum + requests, 0) ?? 0,
    begin: async (ctx: TeamCtx, by = keyId) => {
      const runId = randomUUID()
      await startBackgroundRun(ctx, services, { runId, searchId, keyId: by, capItems: 100_000 })
      return runId
    },
    close: async () => {
      await background.stop()
      await upstream.close()
    },
  }
}
