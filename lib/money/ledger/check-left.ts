import { startOfQuarterHour } from '@/lib/platform/calendar'
import type { Db } from '@/lib/platform/db'
import { describeDifferences } from './figure-sums'
import { selectLeft, selectLeftDifference, selectPart } from './left-store'
import type { QuarterHourRange } from './sum-rollups'

/** The stretches of a team of which details left, oldest first. */
export const leftSpans = async (db: Db, teamId: string): Promise<QuarterHourRange[]> =>
  (await selectLeft(db, teamId)).map(({ fromQuarter, toQuarter }) => ({ from: fromQuarter, to: toQuarter }))

/**
 * Compares a stretch of which details left: its rollups with what left and what is still there, and what left with what
 * had been counted before. Answers each difference as a sentence.
 */
export async function checkLeft(db: Db, teamId: string, span: QuarterHourRange): Promise<string[]> {
  const [from, to] = [span.from, span.to].map((quarter) => startOfQuarterHour(quarter).toISOString())
  const told: string[] = []
  const by = describeDifferences(await selectLeftDifference(db, teamId, span))
  if (by)
    told.push(
      `The entries of ${from} to ${to}, those that left included, are more than their rollups: ${by}.`,
    )
  const left = await selectPart(db, teamId, span.from, 'left')
  const counted = await selectPart(db, teamId, span.from, 'counted')
  if (left?.doneAt && left.hash !== counted?.hash)
    told.push(`What left of ${from} to ${to} is not what had been counted before.`)
  return told
}
