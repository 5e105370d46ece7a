import type { Db } from '@/lib/platform/db'
import { type LeftSums, selectCounted, selectLeft, selectLeftDifference, startOfQuarter } from './left-store'
import { MEASURES } from './rollup-store'
import type { QuarterHourRange } from './sum-rollups'

/** The stretches of a team of which details left, oldest first. */
export const leftSpans = async (db: Db, teamId: string): Promise<QuarterHourRange[]> =>
  (await selectLeft(db, teamId)).map(({ fromQuarter, toQuarter }) => ({ from: fromQuarter, to: toQuarter }))

/**
 * Compares a stretch of which details left: its rollups with what left and what is still there, and what left with what
 * had been counted before. Answers each difference as a sentence.
 */
export async function checkLeft(db: Db, teamId: string, span: QuarterHourRange): Promise<string[]> {
  const [from, to] = [span.from, span.to].map((quarter) => startOfQuarter(quarter).toISOString())
  const told: string[] = []
  const by = named(await selectLeftDifference(db, teamId, span))
  if (by.length > 0)
    told.push(
      `The entries of ${from} to ${to}, those that left included, are more than their rollups: ${by.join(', ')}.`,
    )
  const isThis = ({ fromQuarter }: { readonly fromQuarter: number }) => fromQuarter === span.from
  const left = (await selectLeft(db, teamId)).find(isThis)
  const counted = (await selectCounted(db, teamId)).find(isThis)
  if (left?.doneAt && left.hash !== counted?.hash)
    told.push(`What left of ${from} to ${to} is not what had been counted before.`)
  return told
}

const named = (sums: LeftSums): string[] =>
  MEASURES.filter((name) => sums[name] !== 0n).map((name) => `${name} by ${sums[name]}`)
