/** What a chart draws: prepared elsewhere, decided there. Values are for lengths; texts are what is read. */
export interface ChartData {
  /** What the values count: "credits", "items". */
  readonly unit: string
  readonly buckets: readonly { readonly key: string; readonly label: string; readonly title: string }[]
  readonly series: readonly ChartSeries[]
  /** A line on an axis of its own; null where it is not known. */
  readonly line: {
    readonly label: string
    readonly values: readonly (number | null)[]
    readonly texts: readonly string[]
  } | null
}

export interface ChartSeries {
  readonly key: string
  readonly label: string
  readonly values: readonly number[]
  readonly texts: readonly string[]
}

export interface ShareRow {
  readonly key: string
  readonly label: string
  readonly text: string
  readonly share: number
  readonly color: string
}

// Okabe and Ito's palette, told apart by the colour-blind; as variables, since light and dark need other shades.
const COLORS = ['blue', 'orange', 'green', 'vermilion', 'purple', 'sky', 'yellow', 'grey']

/** The colour of the series at a place: a CSS variable of charts.module.css. */
export const colorAt = (place: number): string => `var(--chart-${COLORS[place % COLORS.length]})`

/** A bucket's series, the largest first, each with its share of the bucket: what a tooltip lists. */
export function sharesAt(data: ChartData, place: number): ShareRow[] {
  const total = data.series.reduce((sum, { values }) => sum + (values[place] ?? 0), 0)
  return data.series
    .map(({ key, label, values, texts }, series) => ({
      key,
      label,
      text: texts[place] ?? '0',
      value: values[place] ?? 0,
      color: colorAt(series),
    }))
    .sort((a, b) => b.value - a.value)
    .map(({ value, ...row }) => ({ ...row, share: total === 0 ? 0 : value / total }))
}

/** A row a bucket, as recharts reads it: the series by their place, the line as `line`. */
export const rowsOf = (data: ChartData) =>
  data.buckets.map(({ key, label }, place) => ({
    key,
    label,
    place,
    line: data.line?.values[place] ?? null,
    ...Object.fromEntries(data.series.map(({ values }, series) => [`s${series}`, values[place] ?? 0])),
  }))

/** A share as a whole percentage: 0.256 is "26 %". */
export const percent = (share: number): string => `${Math.round(share * 100)} %`
