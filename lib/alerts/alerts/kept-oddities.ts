import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { AlertInputs } from './condition'

type Oddities = AlertInputs['oddities']

/** What was found once is not computed again while nothing new was read. */
const LAST_MS = 5 * 60_000
/** With more teams than this, the one that was not looked at for longest is forgotten. */
const MOST_TEAMS = 2000

/** What is odd about the balances of each team. */
export interface KeptOddities {
  /** Asks again after five minutes, or when `readAt`, the time of the team's newest reading in milliseconds, is another. */
  of(teamId: string, readAt: number, ask: () => Promise<Oddities>): Promise<Oddities>
}

/** Makes the memory of a process. */
export function keepOddities(clock: Clock, mostTeams = MOST_TEAMS): KeptOddities {
  const kept = createCache<{ readonly readAt: number; readonly oddities: Oddities }>({
    most: mostTeams,
    life: { ms: LAST_MS, now: () => clock.now().getTime() },
  })
  return {
    async of(teamId, readAt, ask) {
      const known = kept.get(teamId)
      if (known?.readAt === readAt) return known.oddities
      const oddities = await ask()
      kept.set(teamId, { readAt, oddities })
      return oddities
    },
  }
}
