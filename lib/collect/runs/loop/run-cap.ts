import { type ContractPrices, type Micro, maximumCount, type Operation, SMALLEST_PAGE } from '@/lib/kernel'
import { sumResolved } from '@/lib/money/ledger'
import { highestPrice } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import type { PageProblem } from '../core/page-problem'
import { type RunSums, totalsOf } from '../core/run-totals'
import type { RunTotals } from '../core/schemas'
import type { RunRow } from '../core/store'

type Capped = RunSums & {
  readonly capItems: number | null
  readonly capMicro: Micro | null
}

/** Known facts about a run, so that they are not looked up for each page. */
export interface Known {
  /** The run's totals where they are known to be up to date. */
  readonly totals?: RunTotals
  /** True if no call of the run was ever lost: then none can have been resolved since. */
  readonly isWithoutLoss?: boolean
}

/** What a run's own caps leave for one more page. */
export type Room =
  | {
      /** How many items the page may be asked for. */
      readonly count: number
      /** How many the run may still come to; null where it has no cap in items. */
      readonly leftItems: number | null
      readonly problem: null
    }
  | { readonly count: null; readonly problem: PageProblem; readonly isFull: boolean }

/**
 * How many items the next page may have so that the run cannot pass its caps, unknown calls counted in full. Full if
 * not even the smallest page fits; a cap in credits needs a known price.
 */
export async function roomOf(
  ctx: TeamCtx,
  run: Capped,
  operation: Operation,
  contract: ContractPrices,
  { totals: known, isWithoutLoss = false, key }: Known & { readonly key: { readonly walletId: string } },
): Promise<Room> {
  const maximum = maximumCount(operation)
  const { capItems, capMicro } = run
  if (capItems === null && capMicro === null) return { count: maximum, leftItems: null, problem: null }
  const [totals, resolved] = await Promise.all([
    known ?? totalsOf(ctx.db, run),
    isWithoutLoss ? NOTHING : sumResolved(ctx, [run.id]),
  ])
  const where = { teamId: ctx.team.id, operation, at: ctx.clock.now(), contract, walletId: key.walletId }
  const priceMicro = capMicro === null ? null : await highestPrice(ctx.db, where)
  const used = {
    items: totals.items + run.reusedItems + resolved.items,
    chargeMicro: totals.chargeMicro + resolved.chargeMicro,
    unknownItems: totals.unknownItems,
  }
  return roomWithin(run, used, maximum, priceMicro)
}

/** What a run has used of its caps. */
interface UsedOfCaps {
  readonly items: number
  readonly chargeMicro: Micro
  /** What calls whose answer was lost may have brought at most; not among the items. */
  readonly unknownItems: number
}

/** What caps leave for a page of at most so many items, each at no more than this price; null where no price is known. */
export function roomWithin(
  { capItems, capMicro }: Pick<Capped, 'capItems' | 'capMicro'>,
  used: UsedOfCaps,
  maximum: number,
  priceMicro: Micro | null,
): Room {
  const leftItems = capItems === null ? null : capItems - used.items - used.unknownItems
  let count = Math.min(maximum, leftItems ?? maximum)
  if (capMicro !== null) {
    if (priceMicro === null) return { count: null, isFull: false, problem: WITHOUT_PRICE }
    const left = capMicro - used.chargeMicro - BigInt(used.unknownItems) * priceMicro
    if (left < 0n) count = 0
    else if (priceMicro > 0n && left < BigInt(count) * priceMicro) count = Number(left / priceMicro)
  }
  if (count < SMALLEST_PAGE) return { count: null, isFull: true, problem: REACHED }
  return { count, leftItems, problem: null }
}

/**
 * How many items a page of this run should have at most, whatever its caps leave. A run that stops where nothing is new
 * begins with the smallest page and doubles it while all is new. Known items are charged again, so it buys at most about
 * as many of them as it finds new ones.
 */
export const sensibleCount = ({
  untilKnown,
  isBaseline,
  pages,
  reusedPages,
}: Pick<RunRow, 'untilKnown' | 'isBaseline' | 'pages' | 'reusedPages'>): number =>
  untilKnown && !isBaseline
    ? SMALLEST_PAGE * 2 ** Math.min(pages + reusedPages, 10)
    : Number.POSITIVE_INFINITY

const NOTHING = { items: 0, chargeMicro: 0n }

const REACHED: PageProblem = {
  kind: 'run_cap',
  charged: 'no',
  message: 'This run has reached its own cap: one more page might pass it.',
}

const WITHOUT_PRICE: PageProblem = {
  kind: 'run_cap',
  charged: 'no',
  message:
    'This run stops at an amount of credits, but no price is known: the cost of a page cannot be known before. An admin can set the price.',
}
