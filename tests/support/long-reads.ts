import type { Db } from '@/lib/platform/db'
import { waitUntil } from './wait-until'

/** A read that takes the longer the higher it counts: some 100 ms for a million. */
export const countTo = (db: Db, to: number) => db.$queryRaw<{ n: bigint }[]>`
  WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < ${to}) SELECT COUNT(*) AS n FROM c`

/** How often the event loop came round while something was done. */
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
