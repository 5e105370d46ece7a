import type { Nano } from '@/lib/kernel'
import type { SettledLine } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'
import { quarterHourOf, startOfQuarterHour } from '@/lib/platform/calendar'
import type { Movement } from './account-for'

/** Parts of a statement besides the pages, in nano-credits: what each took off the balance. */
const PARTS = [
  'resolvedNano',
  'lostNano',
  'shiftNano',
  'unpricedNano',
  'outsideNano',
  'unexplainedNano',
  'roundingNano',
] as const

type Part = (typeof PARTS)[number]

/**
 * A wallet's account of a period, in nano-credits: opening + topUps − pages − all other parts = closing, exactly.
 * Opening and closing are the last clean reading before, less what was settled since.
 */
export interface Statement extends Readonly<Record<Part, Nano>> {
  readonly openingNano: Nano
  readonly closingNano: Nano
  readonly topUpNano: Nano
  readonly pages: readonly SettledLine[]
  readonly pagesNano: Nano
  /** Each environment's part, by its id, of what was charged for lost calls. */
  readonly resolvedByEnvironment: Readonly<Record<string, Nano>>
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
  readonly settledBeforeNano: Nano
}

/** Writes a wallet's statement; null if no reading tells a balance up to the period's end. */
export function writeStatement({
  from,
  to,
  anchors,
  movements,
  pages,
  settledBeforeNano,
}: StatementParts): Statement | null {
  const isBefore = (moment: Date) => {
    const end = startOfQuarterHour(quarterHourOf(moment)).getTime()
    return ({ at }: ReadingView) => at.getTime() < end
  }
  const last = anchors.findLast(isBefore(to))
  const known = anchors.findLast(isBefore(from))
  const first = known ?? anchors.find(isBefore(to))
  if (!first || !last) return null
  const pagesNano = pages.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
  const [opening, closing] = [first.at.getTime(), last.at.getTime()]
  const within = movements.filter(({ to: at }) => at.getTime() > opening && at.getTime() <= closing)
  const sumOf = (part: Part | 'topUpNano') => within.reduce((sum, movement) => sum + movement[part], 0n)
  return {
    resolvedNano: sumOf('resolvedNano'),
    lostNano: sumOf('lostNano'),
    shiftNano: sumOf('shiftNano'),
    unpricedNano: sumOf('unpricedNano'),
    outsideNano: sumOf('outsideNano'),
    unexplainedNano: sumOf('unexplainedNano'),
    roundingNano: sumOf('roundingNano'),
    topUpNano: sumOf('topUpNano'),
    openingNano: first.balanceNano + first.settledNano - settledBeforeNano,
    closingNano: last.balanceNano + last.settledNano - settledBeforeNano - pagesNano,
    pages,
    pagesNano,
    resolvedByEnvironment: resolvedBy(within),
    openingRead: first.at,
    closingRead: last.at,
    isLate: known === undefined,
  }
}

function resolvedBy(movements: readonly Movement[]): Readonly<Record<string, Nano>> {
  const sums: Record<string, Nano> = {}
  for (const { environmentId, resolution } of movements.flatMap(({ lost }) => lost)) {
    const nano = resolution?.chargeNano ?? 0n
    if (nano !== 0n) sums[environmentId] = (sums[environmentId] ?? 0n) + nano
  }
  return sums
}
