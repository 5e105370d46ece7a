import type { Logger } from 'pino'
import type { Clock, TeamScope } from '@/lib/kernel'
import { listRunOuts } from '@/lib/money/forecast'
import { listWallets } from '@/lib/money/wallets'
import type { Db } from '@/lib/platform/db'
import { eachInTurn, systemCtx } from '@/lib/server/jobs'
import { listAllTeams } from '@/lib/teams/teams'

/** Teams whose pages are opened later read for themselves, as they would have to without this. */
const MAX_MS = 60_000

/** What goes on until it is done or stopped. */
export interface ReadingAhead {
  /** Resolves once nothing is read any more. */
  readonly ended: Promise<void>
  /** The same, after the wallet that is being read. */
  stop(): Promise<void>
}

/**
 * Reads what tells when wallets run out, team by team, so that this process has kept it before somebody asks: a year of a
 * large team takes seconds. Who asks meanwhile waits for the same reading.
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
    // One after the other: who opens a page gets a turn in between.
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
