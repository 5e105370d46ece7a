import {
  formatCount,
  invalid,
  MAX_AMOUNT,
  maxChargeForPage,
  maxItemsWithin,
  maxUnknownCharge,
  type Nano,
  type Operation,
  type ProviderPrices,
  parseTypedCredits,
  type Tariff,
  withPlainConventions,
} from '@/lib/kernel'
import { getUsableKey, type UpstreamAccess } from '@/lib/keys/keys'
import { sumResolvedByRun } from '@/lib/money/ledger'
import { findHighestTariff } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { type ListSizes, listFormOf } from '@/lib/upstream/client'
import { listHash, listsKeepingCount, providerPrices } from '@/lib/upstream/providers'
import type { PageProblem } from '../core/page-problem'
import type { RunTotals } from '../core/schemas'
import { type RunRow, type RunSums, readRunTotals } from '../core/store'

type Capped = RunSums &
  Pick<RunRow, 'untilKnown' | 'isBaseline'> & {
    readonly capItems: number | null
    readonly capNano: Nano | null
  }

/** Known facts about a run, so that they need not be read for each page. */
export interface KnownRunFacts {
  /** The run's totals, if they are known to be up to date. */
  readonly totals?: RunTotals
  /** True if no call of the run was ever lost, so that none can have been resolved since. */
  readonly isWithoutLoss?: boolean
}

/** The allowance that a run's own caps leave for one more page. */
export type PageAllowance =
  | {
      /** Number of items to ask for. */
      readonly count: number
      /** Number of items that the run may still buy; null if it has no cap in items. */
      readonly leftItems: number | null
      /** The run is full if less than this is left after the page. */
      readonly minLeft: number
      readonly problem: null
    }
  | { readonly count: null; readonly problem: PageProblem; readonly isFull: boolean }

/** The next page of a run, before its caps are applied. */
export interface NextPage {
  /** The minimum of items that a page is sold with, and the maximum that it can hold. */
  readonly floor: number
  readonly maximum: number
  /** Number of items that the run wants from it. */
  readonly preferredCount: number
  /**
   * Count from which a page returns no more than is requested. Null: it may return the maximum, whatever is requested.
   */
  readonly countHonouredFrom: number | null
}

/**
 * Returns whether the next page fits into a run's caps, and how many items to ask for. The page counts with all that
 * it may return, unknown calls with all that they may have returned. A cap in credits needs a known price.
 */
export async function findPageAllowance(
  ctx: TeamCtx,
  run: Capped,
  { operation, listId, sizes, prices }: Asked,
  {
    totals: known,
    isWithoutLoss = false,
    key,
  }: KnownRunFacts & { readonly key: { readonly walletId: string } },
): Promise<PageAllowance> {
  const { floor, maximum } = sizes
  // Without a parameter for the count, every page is a whole one.
  const wish = sizes.name === null ? maximum : Math.min(maximum, preferredMaxItems(run, floor))
  const { capItems, capNano } = run
  if (capItems === null && capNano === null)
    return { count: wish, leftItems: null, minLeft: 0, problem: null }
  const [totals, resolved] = await Promise.all([
    known ?? readRunTotals(ctx.db, run),
    isWithoutLoss ? NOTHING : sumResolvedByRun(ctx, [run.id]),
  ])
  const where = {
    teamId: ctx.team.id,
    operation,
    at: ctx.clock.now(),
    provider: prices,
    walletId: key.walletId,
  }
  const tariff = capNano === null ? null : await findHighestTariff(ctx.db, where)
  const used = {
    items: totals.items + run.reusedItems + resolved.items,
    chargeNano: totals.chargeNano + resolved.chargeNano,
    unknownItems: totals.unknownItems,
    unknownCalls: totals.unknownCalls,
  }
  // How the upstream takes counts matters only for the last pages before a cap and for small ones.
  const isNear = wish < maximum || !fitsTwice(run, used, tariff, maximum)
  const mayKeep = isNear && sizes.name !== null
  const keeping = mayKeep ? await listsKeepingCount(ctx.db, ctx.team.id, [listId]) : null
  const next = { floor, maximum, preferredCount: wish, countHonouredFrom: keeping?.get(listId) ?? null }
  const room = pageAllowanceWithinCaps(run, used, next, tariff)
  return sizes.name === null && room.problem === null ? { ...room, count: maximum } : room
}

/** The source of a run's pages. */
interface Asked {
  readonly operation: Operation
  readonly listId: string
  readonly sizes: ListSizes
  readonly prices: ProviderPrices
}

/** The part of its caps that a run has used. */
interface UsedOfCaps {
  readonly items: number
  readonly chargeNano: Nano
  /** Maximum number of items that calls with lost answers may have returned; not included in the items. */
  readonly unknownItems: number
  readonly unknownCalls: number
}

/**
 * Returns what caps leave for a page, at no more than this tariff; null if none is known. Only a run's first page may
 * exceed a cap that is smaller than a page; the member is told before the run starts.
 */
export function pageAllowanceWithinCaps(
  { capItems, capNano }: Pick<Capped, 'capItems' | 'capNano'>,
  used: UsedOfCaps,
  { floor, maximum, preferredCount, countHonouredFrom }: NextPage,
  tariff: Tariff | null,
): PageAllowance {
  if (capNano !== null && tariff === null) return { count: null, isFull: false, problem: WITHOUT_PRICE }
  const leftItems = capItems === null ? null : capItems - used.items - used.unknownItems
  const left = itemsLeft({ capItems, capNano }, used, tariff, maximum)
  const count = Math.min(preferredCount, left)
  const min =
    countHonouredFrom === null || preferredCount < countHonouredFrom
      ? maximum
      : Math.max(floor, countHonouredFrom)
  const mayPass = left < maximum && (countHonouredFrom === null || count < countHonouredFrom)
  const isFirst = used.items === 0 && used.unknownItems === 0
  if (count < floor || (mayPass && !isFirst)) return { count: null, isFull: true, problem: reached(min) }
  return { count, leftItems, minLeft: min, problem: null }
}

/** Returns how many items the caps leave for a page, up to its maximum. */
function itemsLeft(
  { capItems, capNano }: Pick<Capped, 'capItems' | 'capNano'>,
  used: UsedOfCaps,
  tariff: Tariff | null,
  maximum: number,
): number {
  const inItems = Math.min(maximum, (capItems ?? Infinity) - used.items - used.unknownItems)
  if (capNano === null || tariff === null) return inItems
  const left = capNano - used.chargeNano - maxUnknownCharge(tariff, used, maximum)
  return left < 0n ? 0 : Math.min(inItems, Math.max(0, maxItemsWithin(tariff, left, maximum)))
}

/** Returns whether the caps leave room for two whole pages. */
function fitsTwice(
  { capItems, capNano }: Pick<Capped, 'capItems' | 'capNano'>,
  used: UsedOfCaps,
  tariff: Tariff | null,
  maximum: number,
): boolean {
  if (capItems !== null && capItems - used.items - used.unknownItems < 2 * maximum) return false
  if (capNano === null || tariff === null) return true
  return (
    capNano - used.chargeNano - maxUnknownCharge(tariff, used, maximum) >=
    2n * maxChargeForPage(tariff, maximum)
  )
}

/**
 * Returns how many items a page of this run should have at most, whatever its caps leave. A run that stops where
 * nothing is new begins with the smallest page that is sold and doubles it while all items are new. Known items are
 * charged again, so it buys at most about as many of them as it finds new ones.
 */
export const preferredMaxItems = (
  {
    untilKnown,
    isBaseline,
    pages,
    reusedPages,
  }: Pick<RunRow, 'untilKnown' | 'isBaseline' | 'pages' | 'reusedPages'>,
  floor: number,
): number =>
  untilKnown && !isBaseline ? floor * 2 ** Math.min(pages + reusedPages, 10) : Number.POSITIVE_INFINITY

const NOTHING = { items: 0, chargeNano: 0n }

const reached = (nextPage: number): PageProblem => ({
  kind: 'run_cap',
  charged: 'no',
  message: `This run has reached its own cap: one more page might exceed it. A page may bring ${withPlainConventions(() => formatCount(nextPage))} items.`,
})

const WITHOUT_PRICE: PageProblem = {
  kind: 'run_cap',
  charged: 'no',
  message:
    'This run has a cost cap, but no price is known, so the cost of a page cannot be known in advance. An admin can set the price.',
}

/** Reads a cap in credits as nano-credits; null if there is none. Throws `invalid`. */
export function readCap(credits: string | null): Nano | null {
  if (credits === null || credits === '') return null
  const nano = parseTypedCredits(credits)
  const refused = (capCredits: string) => invalid('This cap cannot be used.', { capCredits })
  if (nano === null || nano <= 0n) throw refused('Enter a number, such as 2.5, with at most 9 decimals.')
  if (nano > MAX_AMOUNT) throw refused('Enter 100,000,000 at most.')
  return nano
}

/** Throws `invalid` if a run's caps leave no room for one more page, which would end it at once. */
export async function requireFitting(
  ctx: TeamCtx,
  { upstreams }: Pick<UpstreamAccess, 'upstreams'>,
  run: RunRow,
  refusal: string,
): Promise<void> {
  const [key, upstream] = await Promise.all([getUsableKey(ctx, run.keyId), upstreams.for(ctx)])
  const asked = {
    operation: run.operation,
    listId: listHash(upstream, run.operation),
    sizes: listFormOf(upstream.provider, run.operation).count,
    prices: providerPrices(upstream.provider),
  }
  const { problem } = await findPageAllowance(ctx, run, asked, { key })
  if (problem === null) return
  const field = run.capItems === null ? 'capCredits' : 'capItems'
  throw invalid(refusal, { [field]: problem.message })
}
