import type { Micro } from '@/lib/kernel'
import type { SettledLine } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { Movement } from './account-for'

/** Parts of a statement besides the pages, in micro-credits: what each took off the balance. */
const PARTS = [
  'resolvedMicro',
  'lostMicro',
  'shiftMicro',
  'unpricedMicro',
  'outsideMicro',
  'unexplainedMicro',
  'roundingMicro',
] as const

type Part = (typeof PARTS)[number]

/**
 * A wallet's account of a period, in micro-credits: opening + topUps − pages − all other parts = closing, exactly.
 * Opening and closing are the last clean reading before, less what was settled since.
 */
export interface Statement extends Readonly<Record<Part, Micro>> {
  readonly openingMicro: Micro
  readonly closingMicro: Micro
  readonly topUpMicro: Micro
  readonly pages: readonly SettledLine[]
  readonly pagesMicro: Micro
  /** Each environment's part, by its id, of what was charged for lost calls. */
  readonly resolvedByEnvironment: Readonly<Record<string, Micro>>
  /** The readings behind opening and closing. */
  readonly openingRead: Date
  readonly closingRead: Date
  /** The opening follows from the first reading of the period: there is no older one. */
  readonly isLate: boolean
}

export interface StatementParts {
  /** A half-open period, on quarter hours. */
  readonly from: Date
  readonly to: Date
  /** The clean readings, and the movements between them, oldest first. */
  readonly anchors: readonly ReadingView[]
  readonly movements: readonly Movement[]
  /** What was settled within the period, and in total before its beginning and its end. */
  readonly pages: readonly SettledLine[]
  readonly settledBeforeMicro: Micro
}

/** Writes a wallet's statement; null if no reading tells a balance up to the period's end. */
export function writeStatement({
  from,
  to,
  anchors,
  movements,
  pages,
  settledBeforeMicro,
}: StatementParts): Statement | null {
  const isBefore =
    (moment: Date) =>
    ({ at }: ReadingView) =>
      quarterHourOf(at) < quarterHourOf(moment)
  const last = anchors.findLast(isBefore(to))
  const known = anchors.findLast(isBefore(from))
  const first = known ?? anchors.find(isBefore(to))
  if (!first || !last) return null
  const pagesMicro = pages.reduce((sum, { chargeMicro }) => sum + chargeMicro, 0n)
  const within = movements.filter((movement) => movement.to > first.at && movement.to <= last.at)
  const sumOf = (part: Part | 'topUpMicro') => within.reduce((sum, movement) => sum + movement[part], 0n)
  return {
    resolvedMicro: sumOf('resolvedMicro'),
    lostMicro: sumOf('lostMicro'),
    shiftMicro: sumOf('shiftMicro'),
    unpricedMicro: sumOf('unpricedMicro'),
    outsideMicro: sumOf('outsideMicro'),
    unexplainedMicro: sumOf('unexplainedMicro'),
    roundingMicro: sumOf('roundingMicro'),
    topUpMicro: sumOf('topUpMicro'),
    openingMicro: first.balanceMicro + first.settledMicro - settledBeforeMicro,
    closingMicro: last.balanceMicro + last.settledMicro - settledBeforeMicro - pagesMicro,
    pages,
    pagesMicro,
    resolvedByEnvironment: resolvedBy(within),
    openingRead: first.at,
    closingRead: last.at,
    isLate: known === undefined,
  }
}

function resolvedBy(movements: readonly Movement[]): Readonly<Record<string, Micro>> {
  const sums: Record<string, Micro> = {}
  for (const { environmentId, resolution } of movements.flatMap(({ lost }) => lost)) {
    const micro = resolution?.chargeMicro ?? 0n
    if (micro !== 0n) sums[environmentId] = (sums[environmentId] ?? 0n) + micro
  }
  return sums
}
