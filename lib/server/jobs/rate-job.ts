import type { Clock } from '@/lib/kernel'
import { refreshRate, type UpstreamAccess, whoseKeys } from '@/lib/keys/keys'
import { createCache } from '@/lib/platform/cache'
import type { Db } from '@/lib/platform/db'
import { listAllTeams } from '@/lib/teams/teams'
import { isRateDue } from './reading-due'
import { systemCtx } from './system-ctx'

/** Finds out when a pack has changed whose keys are in use in this process. */
export interface RateWatch {
  /** Asks about the keys in use that have not been asked about for long, one of each wallet, while `goesOn`. */
  visit(goesOn: () => Promise<boolean>): Promise<void>
  /** Asks at once about a key whose calls are refused. */
  suspect(keyId: string): Promise<void>
}

interface RateWatchParts {
  readonly db: Db
  readonly clock: Clock
  readonly access: UpstreamAccess
}

/** With more keys than this in use, some are asked about more often. */
const MAX_KEYS = 10_000
/** So many keys are looked up with one statement. */
const AT_ONCE = 500

export function createRateWatch({ db, clock, access }: RateWatchParts): RateWatch {
  /** By key, when it or another one of its wallet was last asked about, by the monotonic clock. */
  const askedAt = createCache<number>({ most: MAX_KEYS })

  async function askAbout(keyIds: readonly string[], isUrgent: boolean, goesOn: () => Promise<boolean>) {
    const keys = await whoseKeys(db, keyIds)
    const teams = new Map((await listAllTeams(db)).map((team) => [team.id, team]))
    const wallets = new Set<string>()
    for (const { id, teamId, walletId } of keys) {
      askedAt.set(id, clock.monotonic())
      const team = teams.get(teamId)
      if (!team || team.isExample || wallets.has(walletId)) continue
      wallets.add(walletId)
      if (!(await goesOn())) return
      await refreshRate(systemCtx(db, clock, team), access, id, isUrgent)
    }
  }

  return {
    async visit(goesOn) {
      const now = clock.monotonic()
      const due = access.pacers.list().flatMap(({ keyId, pacer }) => {
        const { achievedRate } = pacer.figures()
        return isRateDue({ achievedRate, askedAt: askedAt.get(keyId) ?? null, now }) ? keyId : []
      })
      if (due.length > 0) await askAbout(due.slice(0, AT_ONCE), false, goesOn)
    },
    suspect: (keyId) => askAbout([keyId], true, async () => true),
  }
}
