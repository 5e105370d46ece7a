import type { Db } from '@/lib/platform/db'
import { waitUntil } from './wait-until'

/** Returns a read that takes longer the higher it counts: about 100 ms for a million. */
export const countTo = (db: Db, to: number) => db.$queryRaw<{ n: bigint }[]>`
  WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${to}) SELECT COUNT(*) AS n FROM c`

/** Counts the turns of the event loop while something is done. */
export async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, goesOn] = [0, true]
  const turn = () => {
    turns++
    if (goesOn) setTimeout(turn, 1)
  }
  turn()
  await work.finally(() => {
    goesOn = false
  })
  return turns
}

export const untilThreadsRead = (db: Db) =>
  waitUntil(async () => (await turnsDuring(countTo(db, 500_000))) > 5)
