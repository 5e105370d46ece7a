import type { Logger } from 'pino'
import type { Clock, TeamScope } from '@/lib/kernel'
import { listRunOuts } from '@/lib/money/forecast'
import { listWallets } from '@/lib/money/wallets'
import type { Db } from '@/lib/platform/db'
import { eachInTurn, systemCtx } from '@/lib/server/jobs'
import { listAllTeams } from '@/lib/teams/teams'

/** Time limit of reading ahead. Teams that it does not reach are read when their pages are opened. */
const MAX_MS = 60_000

/** Reading that continues until it is done or stopped. */
export interface ReadingAhead {
  /** Resolves once nothing is being read. */
  readonly ended: Promise<void>
  /** Stops after the wallet that is being read. Resolves once nothing is being read. */
  stop(): Promise<void>
}

/**
 * Reads, team by team, what the forecasts of wallets need, so that this process has cached it before anybody asks: a
 * year of a large team takes seconds. Requests meanwhile wait for the same reading.
 */
export function readAhead({
  db,
  clock,
  log,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
}): ReadingAhead {
  let isStopped = false
  const since = clock.monotonic()
  const goesOn = () => !isStopped && clock.monotonic() - since < MAX_MS
  const readTeam = async (team: TeamScope) => {
    const ctx = systemCtx(db, clock, team)
    // Reads one wallet after another, so that people who open a page get a turn in between.
    for (const wallet of await listWallets(ctx)) {
      if (!goesOn()) return
      await listRunOuts(ctx, [wallet])
    }
  }
  const read = async () => eachInTurn(await listAllTeams(db), async () => goesOn(), readTeam)
  const ended = read().catch((error: unknown) => log.warn({ err: error }, 'a team was not read ahead'))
  return {
    ended,
    stop() {
      isStopped = true
      return ended
    },
  }
}
