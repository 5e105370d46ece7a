import { formatCompact, formatCredits, parseNano } from '@/lib/kernel'
import { colorsOf } from './colors'
import type { MarkWords } from './mark-kinds'

/** What a chart draws, prepared elsewhere. Values are for lengths; texts are for reading. */
export interface ChartData {
  /** What the texts count: "credits", "items"; empty where they say it themselves. */
  readonly unit: string
  /** Above the bars: what they count, with its unit. */
  readonly axis: string
  readonly buckets: readonly { readonly key: string; readonly label: string; readonly title: string }[]
  readonly series: readonly ChartSeries[]
  /** Values are means: they are drawn as lines, since they do not add up. */
  readonly isMean?: boolean
  /** All series together in each bucket, where that is no sum of the texts. */
  readonly totals?: readonly string[]
  /** All series together in the period that is compared with, bucket by bucket. */
  readonly before?: {
    readonly label: string
    readonly values: readonly (number | null)[]
    readonly texts: readonly string[]
  } | null
  /** What happened in each bucket, in words. */
  readonly marks?: readonly (readonly MarkWords[])[]
  /** A line in a panel of its own; null where it is unknown. */
  readonly line: {
    readonly label: string
    /** Above its panel: what it shows, with its unit. */
    readonly axis: string
    readonly values: readonly (number | null)[]
    readonly texts: readonly string[]
  } | null
}

export interface ChartSeries {
  readonly key: string
  readonly label: string
  /** A colour by name ("teal"), such as an environment's; else the palette decides. */
  readonly color?: string | null
  /** Null where it is unknown; its text then says so. */
  readonly values: readonly (number | null)[]
  readonly texts: readonly string[]
}

export interface ShareRow {
  readonly key: string
  readonly label: string
  readonly text: string
  /** Part of the known sum of the bucket, 0 to 1; null if the value itself is unknown. */
  readonly share: number | null
  readonly color: string
}

const UNKNOWN = 'unknown'

/** A bucket's series for a tooltip: the largest first, unknown ones last. */
export function sharesAt(data: ChartData, place: number): ShareRow[] {
  const colors = colorsOf(data.series)
  const total = data.series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
  return data.series
    .map((series, order) => ({
      key: series.key,
      label: series.label,
      text: series.texts[place] ?? UNKNOWN,
      value: series.values[place] ?? null,
      color: colors[order] ?? '',
    }))
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
    .map(({ value, ...row }) => ({ ...row, share: value === null ? null : total === 0 ? 0 : value / total }))
}

/** The exact sum of a bucket's series, as their texts would be summed by hand. "at least 5" if one of them is unknown. */
export function totalAt(data: ChartData, place: number): string {
  if (data.totals) return data.totals[place] ?? UNKNOWN
  const values = data.series.map(({ values }) => values[place] ?? null)
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return data.series.length === 0 ? '0' : UNKNOWN
  const total = formatCredits(known.reduce((sum, value) => sum + (parseNano(String(value)) ?? 0n), 0n))
  return known.length === values.length ? total : `at least ${total}`
}

/**
 * One row a bucket, as recharts reads it. Series are named by their place, since their keys may hold dots; the line is
 * `line`, the period before `before`.
 */
export const rowsOf = (data: ChartData) =>
  data.buckets.map((_, place) => ({
    place,
    line: data.line?.values[place] ?? null,
    ...(data.before && { before: data.before.values[place] ?? null }),
    ...Object.fromEntries(data.series.map(({ values }, order) => [`s${order}`, values[place] ?? null])),
  }))

/** How high the bars reach: the series of a bucket on one another, or the period before. */
export const highestOf = ({ buckets, series, before }: ChartData): number =>
  Math.max(
    0,
    ...buckets.map((_, place) => series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)),
    ...(before?.values ?? []).map((value) => value ?? 0),
  )

/** Whether a known value has no known neighbour: a line would not show it, so it gets a dot. */
export const isLonely = (values: readonly (number | null)[], place: number): boolean =>
  (values[place] ?? null) !== null &&
  (values[place - 1] ?? null) === null &&
  (values[place + 1] ?? null) === null

/** Whether a line is drawn: one value alone shows no movement. */
export const isDrawn = ({ values }: NonNullable<ChartData['line']>): boolean =>
  values.filter((value) => value !== null).length > 1

/** A line that is not drawn, in words: "Balance: 99,987 credits (26 Nov)". */
export function lastOf({ line, buckets }: ChartData): string {
  const place = line?.values.findLastIndex((value) => value !== null) ?? -1
  return line && place >= 0 ? `${line.label}: ${line.texts[place]} (${buckets[place]?.title})` : ''
}

/** What all series of a bucket together are called. */
export const totalWord = ({ isMean = false }: ChartData): string => (isMean ? 'All' : 'Total')

/** A value beside an axis: compact, yet never "0" for a fraction. */
export const axisText = (value: number): string =>
  value !== 0 && Math.abs(value) < 1 ? String(Number(value.toPrecision(2))) : formatCompact(value)
