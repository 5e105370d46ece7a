import type { Clock } from '@/lib/kernel'
import { endForgottenAttempts } from '@/lib/money/ledger'
import type { Db } from '@/lib/platform/db'
import { endRun } from '../core/end-run'
import { selectOpenRuns } from '../core/store'
import type { BackgroundServices } from './background-runs'

/** Minimum age of what is checked: newer runs and attempts are written before their process knows of them. */
const YOUNG_MS = 60_000
const MAX = 500

/**
 * Ends the open runs and attempts of this process that nothing in it carries any more, so that no run stays open and
 * no budget holds anything for them. It finds something only after a failure that nothing else could repair. Returns
 * their number.
 */
export async function endForgotten(
  db: Db,
  clock: Clock,
  { background, book, instanceId }: Pick<BackgroundServices, 'background' | 'book' | 'instanceId'>,
): Promise<number> {
  const before = new Date(clock.now().getTime() - YOUNG_MS)
  const isUnderWay = (id: string) => book.underWay.has(id)
  let ended = await endForgottenAttempts(db, clock, { instanceId, openedBefore: before, isUnderWay })
  for (const { id, teamId } of await selectOpenRuns(db, instanceId, before, MAX)) {
    if (background.carries(id)) continue
    const note = 'Something went wrong on the server, and the run could not go on.'
    if (await endRun(db, teamId, id, { reason: 'problem', at: clock.now(), note })) ended++
  }
  return ended
}
