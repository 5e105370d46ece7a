import type { Db } from '@/lib/platform/db'
import type { FaultReport } from './faults-report'

/** Reads the ledger of some runs, by their entries and by their own rows. */
export async function readLedger(
  db: Db,
  runIds: readonly string[],
): Promise<Pick<FaultReport, 'ledger' | 'runItems'>> {
  const ofThem = { runId: { in: [...runIds] } }
  const attempts = await db.attempt.findMany({ where: ofThem, select: { runId: true, state: true } })
  const entries = await db.ledgerEntry.findMany({ where: { attempt: ofThem } })
  const runs = await db.run.findMany({ where: { id: { in: [...runIds] } } })
  const ended = (outcome: string) => entries.filter((entry) => entry.outcome === outcome)
  const settled = ended('SETTLED')
  return {
    ledger: {
      attempts: attempts.length,
      open: attempts.filter(({ state }) => state === 'OPEN').length,
      entries: entries.length,
      outcomes: {
        SETTLED: settled.length,
        FREE: ended('FREE').length,
        UNKNOWN: ended('UNKNOWN').length,
      },
      settledItems: sum(settled.map(({ items }) => items)),
      chargeNano: String(settled.reduce((total, { chargeNano }) => total + (chargeNano ?? 0n), 0n)),
      largestRunPages: Math.max(0, ...runs.map(({ pages }) => pages)),
    },
    runItems: sum(runs.map(({ items }) => Number(items))),
  }
}

/** Reads the totals of the whole database. */
export const readTotals = async (db: Db): Promise<Pick<FaultReport, 'rollupItems' | 'balanceReadings'>> => ({
  rollupItems: sum((await db.rollup.findMany()).map(({ items }) => items)),
  balanceReadings: await db.balanceReading.count(),
})

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
