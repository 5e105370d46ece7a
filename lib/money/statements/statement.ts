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
  'expiredNano',
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
  /** Each environment's part, by its id, of the charges for lost calls. */
  readonly resolvedByEnvironment: Readonly<Record<string, Nano>>
  /** Times of the readings behind opening and closing. */
  readonly openingRead: Date
  readonly closingRead: Date
  /** True if the opening follows from the first reading of the period, because there is no older one. */
  readonly isLate: boolean
}

export interface StatementParts {
  /** A half-open period, on quarter hours. */
  readonly from: Date
  readonly to: Date
  /** The clean readings, and the movements between them, oldest first. */
  readonly anchors: readonly ReadingView[]
  readonly movements: readonly Movement[]
  /** Settlements within the period, and their total before its beginning. */
  readonly pages: readonly SettledLine[]
  readonly settledBeforeNano: Nano
}

/** Returns a wallet's statement; null if no reading shows a balance up to the period's end. */
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
  const { sums, resolvedByEnvironment } = sumWithin(movements, opening, closing)
  return {
    ...sums,
    openingNano: first.balanceNano + first.settledNano - settledBeforeNano,
    closingNano: last.balanceNano + last.settledNano - settledBeforeNano - pagesNano,
    pages,
    pagesNano,
    resolvedByEnvironment,
    openingRead: first.at,
    closingRead: last.at,
    isLate: known === undefined,
  }
}

interface SumsWithin {
  readonly sums: Readonly<Record<Part | 'topUpNano', Nano>>
  readonly resolvedByEnvironment: Readonly<Record<string, Nano>>
}

/**
 * Sums the movements after one moment up to another. In one pass, because a year has tens of thousands and most are
 * empty.
 */
function sumWithin(movements: readonly Movement[], opening: number, closing: number): SumsWithin {
  const sums: Record<Part | 'topUpNano', Nano> = { ...NOTHING }
  const resolvedByEnvironment: Record<string, Nano> = {}
  for (const movement of movements) {
    const at = movement.to.getTime()
    if (at <= opening || at > closing) continue
    add(sums, movement)
    for (const { environmentId, resolution } of movement.lost) {
      const nano = resolution?.chargeNano ?? 0n
      if (nano !== 0n)
        resolvedByEnvironment[environmentId] = (resolvedByEnvironment[environmentId] ?? 0n) + nano
    }
  }
  return { sums, resolvedByEnvironment }
}

/** Adds part by part, because a loop over their names takes five times as long. */
function add(sums: Record<Part | 'topUpNano', Nano>, movement: Movement): void {
  if (movement.resolvedNano !== 0n) sums.resolvedNano += movement.resolvedNano
  if (movement.lostNano !== 0n) sums.lostNano += movement.lostNano
  if (movement.shiftNano !== 0n) sums.shiftNano += movement.shiftNano
  if (movement.unpricedNano !== 0n) sums.unpricedNano += movement.unpricedNano
  if (movement.expiredNano !== 0n) sums.expiredNano += movement.expiredNano
  if (movement.outsideNano !== 0n) sums.outsideNano += movement.outsideNano
  if (movement.unexplainedNano !== 0n) sums.unexplainedNano += movement.unexplainedNano
  if (movement.roundingNano !== 0n) sums.roundingNano += movement.roundingNano
  if (movement.topUpNano !== 0n) sums.topUpNano += movement.topUpNano
}

const NOTHING: SumsWithin['sums'] = {
  ...{ resolvedNano: 0n, lostNano: 0n, shiftNano: 0n, unpricedNano: 0n, expiredNano: 0n },
  ...{ outsideNano: 0n, unexplainedNano: 0n, roundingNano: 0n, topUpNano: 0n },
}
