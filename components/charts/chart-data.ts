import { PALETTE, type Shade, shadeOf, shadeVariable } from '@/components/ui'
import { formatCount, formatCredits, localiseNumber } from '@/lib/kernel'
import type { UsageChartEvent } from '@/lib/money/usage'

/** The prepared content of a chart. Values are for lengths; texts are for reading. */
export interface ChartData {
  /** Unit of the texts: "credits", "items"; empty if they state it themselves. */
  readonly unit: string
  /** Title above the bars: what they count, with its unit. */
  readonly axis: string
  readonly buckets: readonly { readonly key: string; readonly label: string; readonly title: string }[]
  readonly series: readonly ChartSeries[]
  /** True if values are means, which are drawn as lines because they do not add up. */
  readonly isMean?: boolean
  /** All series together in each bucket. */
  readonly totals: readonly string[]
  /** All series together in the period compared with, by bucket. */
  readonly before?: {
    readonly label: string
    readonly values: readonly (number | null)[]
    readonly texts: readonly string[]
  } | null
  /** Events of each bucket, in words. */
  readonly marks?: readonly (readonly MarkWords[])[]
  /** A line in its own panel; null where it is unknown. */
  readonly line: {
    readonly label: string
    /** Title above its panel: what it shows, with its unit. */
    readonly axis: string
    readonly values: readonly (number | null)[]
    readonly texts: readonly string[]
  } | null
}

export interface ChartSeries {
  readonly key: string
  readonly label: string
  /** A colour by name ("teal"), such as an environment's; by default the palette decides. */
  readonly color?: string | null
  /** Null where it is unknown; its text then says so. */
  readonly values: readonly (number | null)[]
  readonly texts: readonly string[]
}

/**
 * Returns a bucket's series for a tooltip: largest first, unknown ones last. A share is a fraction of the known sum of
 * the bucket, 0 to 1; null if the value itself is unknown.
 */
export function bucketShares(data: ChartData, index: number) {
  const colors = seriesColors(data.series)
  const total = data.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  return data.series
    .map((series, order) => ({
      key: series.key,
      label: series.label,
      text: series.texts[index] ?? 'unknown',
      value: series.values[index] ?? null,
      color: colors[order] ?? '',
    }))
    .sort((a, b) => (b.value ?? -1) - (a.value ?? -1))
    .map(({ value, ...row }) => ({ ...row, share: value === null ? null : total === 0 ? 0 : value / total }))
}

/**
 * Returns one row per bucket in recharts' form. Series are named by their index, because their keys may hold dots; the
 * line is `line`, the previous period `before`.
 */
export const toRechartsRows = (data: ChartData) =>
  data.buckets.map((_, index) => ({
    place: index,
    line: data.line?.values[index] ?? null,
    ...(data.before && { before: data.before.values[index] ?? null }),
    ...Object.fromEntries(data.series.map(({ values }, order) => [`s${order}`, values[index] ?? null])),
  }))

/** Returns the height of the bars: a bucket's stacked series, or the previous period. */
export const barsHeight = ({ buckets, series, before }: ChartData): number =>
  Math.max(
    0,
    ...buckets.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)),
    ...(before?.values ?? []).map((value) => value ?? 0),
  )

/** Returns whether a known value has no known neighbour: a line would not show it, so it gets a dot. */
export const isIsolatedValue = (values: readonly (number | null)[], index: number): boolean =>
  (values[index] ?? null) !== null &&
  (values[index - 1] ?? null) === null &&
  (values[index + 1] ?? null) === null

/** Returns whether a line is drawn: a single value shows no movement. */
export const isLineDrawn = ({ values }: NonNullable<ChartData['line']>): boolean =>
  values.filter((value) => value !== null).length > 1

/** Describes a line that is not drawn: "Balance: 99,987 credits (26 Nov)". */
export function describeUndrawnLine({ line, buckets }: ChartData): string {
  const index = line?.values.findLastIndex((value) => value !== null) ?? -1
  return line && index >= 0 ? `${line.label}: ${line.texts[index]} (${buckets[index]?.title})` : ''
}

/** Returns the word for all series of a bucket together. */
export const totalLabel = ({ isMean = false }: ChartData): string => (isMean ? 'All' : 'Total')

/** Formats a forecast to four digits, so that its likely range has two ends; a fraction to two, but never as "0". */
export const formatForecast = (value: number): string =>
  Math.abs(value) < 1
    ? localiseNumber(String(Number(value.toPrecision(2))))
    : formatCount(Number(value.toPrecision(4)))

/** Titles an upright axis with its unit: "Refusals per day, calls"; "Credits per day" already says it. */
export function axisTitle(what: string, step: string, unit: string, isMean = false): string {
  const title = `${what} ${isMean ? 'by' : 'per'} ${step}`
  return what.toLowerCase().includes(unit.toLowerCase().replace(/s$/, '')) ? title : `${title}, ${unit}`
}

/** Spreads keys over 32 bits, the same in every process and browser. */
const hashOf = (key: string): number =>
  [...key].reduce((hash, letter) => (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0, 7)

/**
 * Returns a colour for each series of a chart: its own if no earlier series took that, else one that its key chooses,
 * so that it keeps its colour whatever else is shown. Beyond eight series, colours repeat.
 */
export function seriesColors(
  series: readonly { readonly key: string; readonly color?: string | null }[],
): string[] {
  const wanted = series.map(({ color }) => (color ? shadeOf(color) : undefined))
  const taken = wanted.map((shade, index) => (wanted.indexOf(shade) === index ? shade : undefined))
  const rest = series
    .map(({ key }, index) => ({ index, hash: hashOf(key) }))
    .filter(({ index }) => !taken[index])
  for (const { index, hash } of rest.sort((a, b) => a.hash - b.hash)) {
    const choices = PALETTE.map((_, step): Shade => PALETTE[(hash + step) % PALETTE.length] ?? 'slate')
    taken[index] = choices.find((shade) => !taken.includes(shade)) ?? choices[0]
  }
  return taken.map((shade) => shadeVariable(shade ?? 'slate'))
}

export type MarkKind = UsageChartEvent['kind']

/** Kinds of events of a wallet, most important first; each has the same sign on every chart. */
export const MARKS: Readonly<Record<MarkKind, { readonly sign: string; readonly name: string }>> = {
  outside: { sign: '▼', name: 'Outside spend' },
  'top-up': { sign: '▲', name: 'Top-up' },
  price: { sign: '◆', name: 'Price' },
  budget: { sign: '■', name: 'Budget' },
}
export const MARK_KINDS = Object.keys(MARKS) as readonly MarkKind[]

/** An event, in words. */
export type MarkWords = Pick<UsageChartEvent, 'kind' | 'text' | 'nano'>

/** Returns the colour of a kind: red means loss only. */
export const markColor = (kind: MarkKind): string =>
  kind === 'outside' ? 'var(--bad)' : 'var(--mantine-color-dimmed)'

/** Returns the kinds of some marks, most important first. */
export const markKindsOf = (marks: readonly { readonly kind: MarkKind }[]): readonly MarkKind[] =>
  MARK_KINDS.filter((kind) => marks.some((mark) => mark.kind === kind))

/** Describes all events of one kind together: with their sum and number, or else by their number. */
export function describeTogether(kind: MarkKind, marks: readonly MarkWords[]) {
  const equal = marks.filter((mark) => mark.kind === kind)
  const sum = equal.reduce((all, { nano }) => all + (nano ?? 0n), 0n)
  const [{ name }, count] = [MARKS[kind], equal.length]
  const amount = `${sum > 0n ? '+' : ''}${formatCredits(sum)}${count === 1 ? '' : ` (${count})`}`
  const changes = count === 1 ? `${name} change` : `${count} ${name.toLowerCase()} changes`
  return { equal, text: sum === 0n ? changes : `${name} ${amount}`, nano: sum < 0n ? -sum : sum }
}
