import type { PageRange } from '@/app/_server'
import { MEASURE, shownRows, type UsageRow, usageRowsOf } from '@/components/usage'
import {
  listUsage,
  type MeasureSums,
  type SeriesName,
  type SpendFilter,
  sumAll,
  type UsageMember,
  type UsageReport,
} from '@/lib/money/usage'
import { type BucketStep, stepOf, stepsFor } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { DIMENSIONS, MEMBERS, seriesNames } from './names'
import { measureOf, type UsageQuery } from './query'

export interface UsageShown {
  readonly report: UsageReport
  /** The rows in the table's order. */
  readonly rows: readonly UsageRow[]
  /** The totals of all rows; `before` is null without a comparison. */
  readonly total: { readonly sums: MeasureSums; readonly before: MeasureSums | null }
  readonly step: BucketStep
  nameOf(member: string): SeriesName
}

/** Reads usage for the page. By search, it reads bars only for the series that are drawn: a team may have thousands. */
export const usageForChart = (ctx: TeamCtx, range: PageRange, query: UsageQuery): Promise<UsageShown> =>
  usageReport(ctx, range, query, query.by === 'search')

/** Reads the usage that the URL asks for, for the page and its files alike: with each member's sums in each bar. */
export async function usageReport(
  ctx: TeamCtx,
  range: PageRange,
  query: UsageQuery,
  isForChart = false,
): Promise<UsageShown> {
  const { by, compare, outcome } = query
  const measure = measureOf(query)
  const memberOf = MEMBERS[by]
  const step = stepIn(range, query)
  const drawn = (members: readonly UsageMember[]) =>
    shownRows(
      usageRowsOf(members, measure, (member) => member),
      measure,
    ).shown.map(({ member }) => member)
  const report = await listUsage(ctx, {
    range: range.range,
    step,
    comparison: compare,
    dimension: DIMENSIONS[by],
    ...usageFilter(range, query),
    outcome,
    ...(memberOf && { memberOf }),
    ...(isForChart && { drawn }),
    needsSearched: MEASURE[measure].isOfSearches,
  })
  const members = report.members.map(({ member }) => member)
  const nameOf = await seriesNames(ctx, range, by, members, compare)
  return {
    report,
    rows: usageRowsOf(report.members, measure, (member) => nameOf(member).label),
    total: {
      sums: sumAll(report.members.map(({ sums }) => sums)),
      before: compare && sumAll(report.members.flatMap(({ before }) => before ?? [])),
    },
    step,
    nameOf,
  }
}

/** Returns the step that the URL asks for, if it divides the range into few enough bars; otherwise the usual one. */
export const stepIn = ({ range }: PageRange, { step }: UsageQuery): BucketStep =>
  step && stepsFor(range).includes(step) ? step : stepOf(range)

/** Returns what the URL narrows chart, table and ledger to: one filter for all three. */
export function usageFilter({ environmentId }: PageRange, query: UsageQuery): SpendFilter {
  const principal = principalOf(query)
  return {
    ...(query.key && { keyId: query.key }),
    ...(query.member && { memberId: query.member }),
    ...(principal && { principal }),
    ...(query.wallet && { walletId: query.wallet }),
    ...(query.search && { searchId: query.search }),
    ...(query.operation && { operation: query.operation }),
    ...(environmentId && { environmentId }),
  }
}

/** Returns one service or token, or all callers of a kind. */
function principalOf({ service, token, caller }: UsageQuery): SpendFilter['principal'] | null {
  if (service) return { kind: 'service', id: service }
  if (token) return { kind: 'token', id: token }
  return caller && { kind: caller }
}
