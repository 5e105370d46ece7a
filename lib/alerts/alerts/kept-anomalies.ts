import type { Clock } from '@/lib/kernel'
import { createCache } from '@/lib/platform/cache'
import type { AlertInputs } from './condition'

type Anomalies = AlertInputs['anomalies']

/** What was found once is not computed again while nothing new was read. */
const LAST_MS = 5 * 60_000
/** With more teams than this, the one that was not looked at for longest is forgotten. */
const MOST_TEAMS = 2000

/** What is odd about the balances of each team. */
export interface KeptAnomalies {
  /** Asks again after five minutes, or when `readAt`, the time of the team's newest reading in milliseconds, is another. */
  of(teamId: string, readAt: number, ask: () => Promise<Anomalies>): Promise<Anomalies>
}

/** Makes the memory of a process. */
export function keepAnomalies(clock: Clock, mostTeams = MOST_TEAMS): KeptAnomalies {
  const kept = createCache<{ readonly readAt: number; readonly anomalies: Anomalies }>({
    most: mostTeams,
    life: { ms: LAST_MS, now: () => clock.now().getTime() },
  })
  return {
    async of(teamId, readAt, ask) {
      const known = kept.get(teamId)
      if (known?.readAt === readAt) return known.anomalies
      const anomalies = await ask()
      kept.set(teamId, { readAt, anomalies })
      return anomalies
    },
  }
}
