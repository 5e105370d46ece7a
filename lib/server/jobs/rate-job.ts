import type { Clock } from '@/lib/kernel'
import { refreshRate, type UpstreamAccess, whoseKeys } from '@/lib/keys/keys'
import { createCache } from '@/lib/platform/cache'
import type { Db } from '@/lib/platform/db'
import { listAllTeams } from '@/lib/teams/teams'
import { isRateDue } from './reading-due'
import { systemCtx } from './system-ctx'

/** Detects that a pack has changed whose keys are in use in this process. */
export interface RateWatch {
  /** Asks about the keys in use that were not asked about lately, one of each wallet. */
  visit(): Promise<void>
  /** Asks at once about a key whose calls are refused. */
  suspect(keyId: string): Promise<void>
}

interface RateWatchParts {
  readonly db: Db
  readonly clock: Clock
  readonly access: UpstreamAccess
}

/** Maximum number of keys kept. With more in use, some are asked about more often. */
const MAX_KEYS = 10_000
/** Maximum number of keys in a visit. The others' turn comes at the next one. */
const AT_ONCE = 100

export function createRateWatch({ db, clock, access }: RateWatchParts): RateWatch {
  /** For each key, when it was last asked about or first seen here, by the monotonic clock. */
  const askedAt = createCache<number>({ most: MAX_KEYS })

  /** Asks about keys. Each request waits in its key's own queue, so none delays another. */
  async function askAbout(keyIds: readonly string[], isUrgent: boolean): Promise<void> {
    for (const id of keyIds) askedAt.set(id, clock.monotonic())
    const keys = await whoseKeys(db, keyIds)
    const teams = new Map((await listAllTeams(db)).map((team) => [team.id, team]))
    // Keys of one wallet have the same pack.
    const one = new Map(keys.map((key) => [key.walletId, key]))
    const asking = [...one.values()].map(async ({ id, teamId }) => {
      const team = teams.get(teamId)
      if (team && !team.isExample) await refreshRate(systemCtx(db, clock, team), access, id, isUrgent)
    })
    await Promise.all(asking)
  }

  return {
    async visit() {
      const now = clock.monotonic()
      const due = access.pacers.list().flatMap(({ keyId, pacer }) => {
        const known = askedAt.get(keyId)
        // The rate of a key that is new here was read a moment ago, when it was added, or its first refusal will
        // reveal it.
        if (known === undefined) askedAt.set(keyId, now)
        const { achievedRate } = pacer.figures()
        return isRateDue({ achievedRate, askedAt: known ?? now, now }) ? keyId : []
      })
      if (due.length > 0) await askAbout(due.slice(0, AT_ONCE), false)
    },
    suspect: (keyId) => askAbout([keyId], true),
  }
}
