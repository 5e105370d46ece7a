import { axisTitle, type ChartData } from '@/components/charts'
import { currentUnit, formatWithUnit, type Nano, toCredits } from '@/lib/kernel'
import type { MeasureSums, UsageChartEvent, UsageReport } from '@/lib/money/usage'
import { MEASURES_BY_NAME, type MeasureName, type UsageFigure } from './measures'
import type { UsageRow } from './usage-columns'

/** Key of the combined series; nothing can be narrowed to it. */
export const OTHERS_KEY = 'others'
/** Number of the palette's colours that all eyes can tell apart. */
const MAX_SERIES = 8

interface UsageChart {
  readonly report: UsageReport
  /** In the table's order. */
  readonly rows: readonly UsageRow[]
  readonly measure: MeasureName
  /** Length of a bar: "day". */
  readonly step: string
  colorOf(member: string): string | null
  /** Name of what it is compared with, if it is. */
  readonly beforeLabel?: string
  /** Owner of the balance, if that is not plain. */
  readonly balanceLabel?: string
  /** Balance at the end of each bucket; none if it is not shown. */
  readonly balance: readonly (Nano | null)[]
  /** Events, in words. */
  readonly marks?: readonly UsageChartEvent[]
}

/** Returns which rows of the table, in its order, are their own series; the other non-empty ones are combined. */
export function ownSeriesRows<Row extends Pick<UsageRow, 'sums'>>(
  rows: readonly Row[],
  measure: MeasureName,
): { readonly shown: readonly Row[]; readonly others: number } {
  const { figure } = MEASURES_BY_NAME[measure]
  const own = rows.filter(({ sums }) => (figure(sums)?.size ?? 0) !== 0)
  if (own.length <= MAX_SERIES) return { shown: own, others: 0 }
  return { shown: own.slice(0, MAX_SERIES - 1), others: own.length - MAX_SERIES + 1 }
}

/** Prepares the chart of usage: the largest members, the rest combined, and all of them in the compared period. */
export function usageChartData({
  report,
  rows,
  measure,
  step,
  colorOf,
  beforeLabel = '',
  balance,
  balanceLabel,
  marks = [],
}: UsageChart): ChartData {
  const { label, unit, isMean, figure } = MEASURES_BY_NAME[measure]
  const drawn = (sums: readonly MeasureSums[]) => valuesOf(sums.map(figure))
  const { shown, others: many } = ownSeriesRows(rows, measure)
  const series = shown.map(({ member, name }) => ({
    key: member,
    label: name,
    color: colorOf(member),
    ...drawn(report.sumsIn([member])),
  }))
  const others = () => ({
    key: OTHERS_KEY,
    label: `${many} others`,
    color: null,
    ...drawn(report.sumsBeside(shown.map(({ member }) => member))),
  })
  return {
    unit,
    isMean,
    axis: axisTitle(label, step, unit, isMean),
    buckets: report.buckets.map(({ key, label, title }) => ({ key, label, title })),
    series: many === 0 ? series : [...series, others()],
    totals: drawn(report.sumsIn('all')).texts,
    before: report.before && { label: beforeLabel, ...drawn(report.before) },
    marks: report.buckets.map(({ from, to }) =>
      marks
        .filter(({ quarterHour }) => quarterHour >= from && quarterHour < to)
        .map(({ kind, text, nano }) => ({ kind, text, nano })),
    ),
    line: balanceLine(balance, balanceLabel),
  }
}

/** Returns the line of a balance at the end of each bucket; null if it is not shown. */
const balanceLine = (balance: readonly (Nano | null)[], label = 'Balance'): ChartData['line'] =>
  balance.length === 0
    ? null
    : {
        label,
        axis: `${label}, ${currentUnit()}`,
        values: balance.map((nano) => (nano === null ? null : toCredits(nano))),
        texts: balance.map((nano) => (nano === null ? 'unknown' : formatWithUnit(nano))),
      }

const valuesOf = (figures: readonly (UsageFigure | null)[]) => ({
  values: figures.map((figure) => figure?.size ?? null),
  texts: figures.map((figure) => figure?.exact ?? 'unknown'),
})
