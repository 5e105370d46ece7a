import {
  type Caps,
  formatCount,
  formatCredits,
  invalid,
  leftWithinCaps,
  MAX_AMOUNT,
  maxChargeForPage,
  maxItemsWithin,
  type Nano,
  type Operation,
  type ProviderPrices,
  parseTypedCredits,
  restWithinCaps,
  type Tariff,
  type UsedOfCaps,
  withPlainConventions,
} from '@/lib/kernel'
import { getUsableKey, type UpstreamAccess } from '@/lib/keys/keys'
import { sumResolvedByRun, sumResolvedOfEachRun } from '@/lib/money/ledger'
import { findHighestTariff } from '@/lib/money/prices'
import type { TeamCtx } from '@/lib/platform/db'
import { type ListSizes, listFormOf } from '@/lib/upstream/client'
import { listHash, listsKeepingCount, providerPrices } from '@/lib/upstream/providers'
import type { PageProblem } from '../core/page-problem'
import type { RunTotals } from '../core/schemas'
import { prepareRunTotals, type RunRow, type RunSums, readRunTotals } from '../core/store'

type Capped = RunSums & Pick<RunRow, 'untilKnown' | 'isBaseline'> & Caps

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
  | {
      readonly count: null
      readonly problem: PageProblem
      readonly isFull: boolean
      /** Number of items for which a page needs room. */
      readonly minLeft: number
    }

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
  asked: Asked,
  {
    totals: known,
    isWithoutLoss = false,
    key,
  }: KnownRunFacts & { readonly key: { readonly walletId: string } },
): Promise<PageAllowance> {
  const { listId, sizes } = asked
  const { floor, maximum } = sizes
  const wish = wishOf(run, sizes)
  const { capItems, capNano } = run
  if (capItems === null && capNano === null)
    return { count: wish, leftItems: null, minLeft: 0, problem: null }
  const [totals, resolved] = await Promise.all([
    known ?? readRunTotals(ctx.db, run),
    isWithoutLoss ? NOTHING : sumResolvedByRun(ctx, [run.id]),
  ])
  const tariff = capNano === null ? null : await highestTariff(ctx, asked, key)
  const used = usedOf(run, totals, resolved)
  // How the upstream takes counts matters only for the last pages before a cap and for small ones.
  const isNear = wish < maximum || !fitsTwice(run, used, tariff, maximum)
  const mayKeep = isNear && sizes.name !== null
  const keeping = mayKeep ? await listsKeepingCount(ctx.db, ctx.team.id, [listId]) : null
  const next = { floor, maximum, preferredCount: wish, countHonouredFrom: keeping?.get(listId) ?? null }
  const room = pageAllowanceWithinCaps(run, used, next, tariff)
  return sizes.name === null && room.problem === null ? { ...room, count: maximum } : room
}

/** Returns how many items a run wants. Without a parameter for the count, every page is a whole one. */
const wishOf = (run: Capped, { name, floor, maximum }: ListSizes): number =>
  name === null ? maximum : Math.min(maximum, preferredMaxItems(run, floor))

const usedOf = (run: RunSums, totals: RunTotals, resolved = NOTHING): UsedOfCaps => ({
  items: totals.items + run.reusedItems + resolved.items,
  chargeNano: totals.chargeNano + resolved.chargeNano,
  unknownItems: totals.unknownItems,
  unknownCalls: totals.unknownCalls,
})

const highestTariff = (
  { db, team, clock }: TeamCtx,
  { operation, prices }: Asked,
  { walletId }: { readonly walletId: string },
): Promise<Tariff | null> =>
  findHighestTariff(db, { teamId: team.id, operation, at: clock.now(), provider: prices, walletId })

/** The source of a run's pages. */
interface Asked {
  readonly operation: Operation
  readonly listId: string
  readonly sizes: ListSizes
  readonly prices: ProviderPrices
}

/**
 * Returns what caps leave for a page, at no more than this tariff; null if none is known. Only a run's first page may
 * exceed a cap that is smaller than a page; the member is told before the run starts.
 */
export function pageAllowanceWithinCaps(
  caps: Caps,
  used: UsedOfCaps,
  { floor, maximum, preferredCount, countHonouredFrom }: NextPage,
  tariff: Tariff | null,
): PageAllowance {
  if (caps.capNano !== null && tariff === null)
    return { count: null, isFull: false, minLeft: maximum, problem: WITHOUT_PRICE }
  const { items: leftItems, nano } = leftWithinCaps(caps, used, tariff, maximum)
  const inCredits =
    nano === null || tariff === null ? maximum : nano < 0n ? 0 : maxItemsWithin(tariff, nano, maximum)
  const left = Math.min(maximum, leftItems ?? maximum, Math.max(0, inCredits))
  const count = Math.min(preferredCount, left)
  const min =
    countHonouredFrom === null || preferredCount < countHonouredFrom
      ? maximum
      : Math.max(floor, countHonouredFrom)
  const mayPass = left < maximum && (countHonouredFrom === null || count < countHonouredFrom)
  const isFirst = used.items === 0 && used.unknownItems === 0
  if (count < floor || (mayPass && !isFirst))
    return { count: null, isFull: true, minLeft: min, problem: reached(min) }
  return { count, leftItems, minLeft: min, problem: null }
}

/** Returns whether the caps leave room for two whole pages. */
function fitsTwice(caps: Caps, used: UsedOfCaps, tariff: Tariff | null, maximum: number): boolean {
  const { items, nano } = leftWithinCaps(caps, used, tariff, maximum)
  if (items !== null && items < 2 * maximum) return false
  return nano === null || tariff === null || nano >= 2n * maxChargeForPage(tariff, maximum)
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

/**
 * Throws `invalid` if new caps, which are of each of these runs of one search, leave room for a page to none of them:
 * all would end at once.
 */
export async function requireFitting(
  ctx: TeamCtx,
  { upstreams }: Pick<UpstreamAccess, 'upstreams'>,
  runs: readonly RunRow[],
  caps: Caps,
  refusal: string,
): Promise<void> {
  const [first] = runs
  if (!first) return
  const [key, upstream] = await Promise.all([getUsableKey(ctx, first.keyId), upstreams.for(ctx)])
  if (caps.capItems === null && caps.capNano === null) return
  const { operation } = first
  const sizes = listFormOf(upstream.provider, operation).count
  const asked = {
    ...{ operation, sizes, listId: listHash(upstream, operation) },
    prices: providerPrices(upstream.provider),
  }
  const ids = runs.map(({ id }) => id)
  const [totalsOf, resolved, tariff, keeping] = await Promise.all([
    prepareRunTotals(ctx.db, ctx.team.id, ids),
    sumResolvedOfEachRun(ctx, ids),
    highestTariff(ctx, asked, key),
    sizes.name === null ? null : listsKeepingCount(ctx.db, ctx.team.id, [asked.listId]),
  ])
  const { floor, maximum } = sizes
  const countHonouredFrom = keeping?.get(asked.listId) ?? null
  const refused: { used: UsedOfCaps; problem: PageProblem; minLeft: number }[] = []
  for (const run of runs) {
    const used = usedOf(run, totalsOf(run), resolved.get(run.id))
    const next = { floor, maximum, preferredCount: wishOf(run, sizes), countHonouredFrom }
    const room = pageAllowanceWithinCaps(caps, used, next, tariff)
    if (room.problem === null) return
    refused.push({ used, ...room })
  }
  const [least] = refused.toSorted((one, other) => one.used.items - other.used.items)
  if (!least) return
  const pages = { minItems: least.minLeft, maxItems: maximum, keepsToCount: true, tariff }
  const { minItems, minNano } = restWithinCaps(caps, [{ ...least.used, reusedItems: 0 }], pages)
  const isOfItems = caps.capItems !== null && caps.capItems < minItems
  const enough = withPlainConventions(() =>
    isOfItems ? formatCount(minItems) : minNano === null ? null : formatCredits(minNano),
  )
  const advice = enough === null ? '' : ` Enter ${enough} or more.`
  throw invalid(refusal, { [isOfItems ? 'capItems' : 'capCredits']: `${least.problem.message}${advice}` })
}
