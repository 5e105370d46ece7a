import { cache } from 'react'
import type { PageRange } from '@/app/_server'
import { MEASURES_BY_NAME, ownSeriesRows, toUsageRows, type UsageRow } from '@/components/usage'
import {
  addSums,
  listUsage,
  type MeasureSums,
  type SeriesName,
  type SpendFilter,
  type UsageMember,
  type UsageReport,
} from '@/lib/money/usage'
import { type BucketStep, defaultBucketStep, possibleBucketSteps } from '@/lib/platform/calendar'
import type { TeamCtx } from '@/lib/platform/db'
import { LEDGER_DIMENSIONS, listSeriesNames, SERIES_MEMBER_OF } from './names'
import { chosenMeasure, type UsageQuery } from './query'

export interface ShownUsage {
  readonly report: UsageReport
  /** The rows in the table's order. */
  readonly rows: readonly UsageRow[]
  /** The totals of all rows; `before` is null without a comparison. */
  readonly total: { readonly sums: MeasureSums; readonly before: MeasureSums | null }
  readonly step: BucketStep
  nameOf(member: string): SeriesName
}

/**
 * Reads usage for the page, once for its chart and its table. By search, it reads bars only for the series that are
 * drawn: a team may have thousands.
 */
export const usageForChart = cache(
  (ctx: TeamCtx, range: PageRange, query: UsageQuery): Promise<ShownUsage> =>
    usageReport(ctx, range, query, query.by === 'search'),
)

/** Reads the usage that the URL asks for, for the page and its files alike: with each member's sums in each bar. */
export async function usageReport(
  ctx: TeamCtx,
  range: PageRange,
  query: UsageQuery,
  isForChart = false,
): Promise<ShownUsage> {
  const { by, compare, outcome } = query
  const measure = chosenMeasure(query)
  const memberOf = SERIES_MEMBER_OF[by]
  const step = chosenStep(range, query)
  const drawn = (members: readonly UsageMember[]) =>
    ownSeriesRows(
      toUsageRows(members, measure, (member) => member),
      measure,
    ).shown.map(({ member }) => member)
  const report = await listUsage(ctx, {
    range: range.range,
    step,
    comparison: compare,
    dimension: LEDGER_DIMENSIONS[by],
    ...usageFilter(range, query),
    outcome,
    ...(memberOf && { memberOf }),
    ...(isForChart && { drawn }),
    needsSearched: MEASURES_BY_NAME[measure].isOfSearches,
  })
  const members = report.members.map(({ member }) => member)
  const nameOf = await listSeriesNames(ctx, range, by, members, compare)
  return {
    report,
    rows: toUsageRows(report.members, measure, (member) => nameOf(member).label),
    total: {
      sums: addSums(report.members.map(({ sums }) => sums)),
      before: compare && addSums(report.members.flatMap(({ before }) => before ?? [])),
    },
    step,
    nameOf,
  }
}

/** Returns the step that the URL asks for, if it divides the range into few enough bars; otherwise the usual one. */
export const chosenStep = ({ range }: PageRange, { step }: UsageQuery): BucketStep =>
  step && possibleBucketSteps(range).includes(step) ? step : defaultBucketStep(range)

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
