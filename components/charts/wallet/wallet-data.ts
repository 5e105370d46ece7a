import { formatDay } from '@/lib/kernel'
import { type ChartSeries, formatForecast, type MarkWords } from '../chart-data'

/** The content of a wallet's chart, in credits. Amounts are for lengths; texts are for reading. */
export interface WalletData {
  readonly past: readonly PastChartBar[]
  /** Reading with which the balance becomes known; null if it is known from the beginning, or never. */
  readonly first: { readonly atMs: number; readonly balance: number } | null
  readonly series: readonly ChartSeries[]
  /** Spend of the previous period, by stop. */
  readonly before: readonly number[]
  readonly beforeLabel: string
  readonly nowMs: number
  readonly now: number | null
  readonly coming: readonly FutureChartDay[]
  readonly empty: {
    readonly low: number | null
    readonly middle: number | null
    readonly high: number | null
  } | null
  /** In order. */
  readonly marks: readonly WalletMark[]
  /** Length of a bar, in words: "day". */
  readonly step: string
}

export interface PastChartBar {
  readonly title: string
  readonly fromMs: number
  readonly toMs: number
  /** Balance at its end, or now; null if it is not known. */
  readonly balance: number | null
  readonly balanceText: string
  readonly spent: number
  readonly spentText: string
  readonly beforeText: string
}

export interface FutureChartDay {
  readonly atMs: number
  readonly low: number
  readonly middle: number
  readonly high: number
}

export interface WalletMark extends MarkWords {
  readonly atMs: number
}

/** Returns the series to distinguish; none if there is only one, which is the sum. */
export const distinctSeries = ({ series }: WalletData): WalletData['series'] =>
  series.length < 2 ? [] : series

/** A position of the crosshair: a bar of the past, or a future day. */
export interface CrosshairPosition {
  readonly atMs: number
  readonly place: number
  readonly isComing: boolean
}

/** Returns all positions of a chart, from left to right. */
export const crosshairPositions = ({ past, coming, nowMs }: WalletData): CrosshairPosition[] => [
  ...past
    .filter(({ fromMs }) => fromMs <= nowMs)
    .map(({ fromMs, toMs }, index) => ({ atMs: (fromMs + toMs) / 2, place: index, isComing: false })),
  ...coming
    .map(({ atMs }, index) => ({ atMs, place: index, isComing: true }))
    .filter(({ atMs }) => atMs > (past.at(-1)?.toMs ?? 0)),
]

/** Returns whether anything is drawn of the previous period. */
export const hasPreviousPeriod = ({ before }: WalletData): boolean => before.some((spent) => spent > 0)

export interface CrosshairDescription {
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly text: string }[]
  readonly marks: readonly WalletMark[]
}

/** Describes a stop: its balance, spend and events; for a future day, what is likely. */
export function describeCrosshairPosition(
  data: WalletData,
  { place, isComing }: CrosshairPosition,
): CrosshairDescription {
  const coming = isComing ? data.coming[place] : undefined
  if (coming)
    return {
      // It describes the end of the day, which is the first moment of the next one.
      title: formatDay(new Date(coming.atMs - 1)),
      lines: [
        { label: 'Balance forecast', text: formatForecast(coming.middle) },
        {
          label: 'Likely range',
          text: `${formatForecast(coming.low)} – ${formatForecast(coming.high)}`,
        },
      ],
      marks: [],
    }
  const stop = data.past[place]
  if (!stop) return { title: '', lines: [], marks: [] }
  return {
    title: stop.title,
    lines: [
      { label: stop.toMs > data.nowMs ? 'Balance now' : 'Balance', text: stop.balanceText },
      { label: 'Spent', text: stop.spentText },
      ...distinctSeries(data).map(({ label, texts }) => ({ label, text: texts[place] ?? '' })),
      { label: data.beforeLabel, text: stop.beforeText },
    ],
    marks: data.marks.filter(({ atMs }) => atMs >= stop.fromMs && atMs < stop.toMs),
  }
}

/** Describes a stop in one line, to be read out. */
export function crosshairPositionText(data: WalletData, stop: CrosshairPosition | undefined): string {
  if (!stop) return 'Nothing to show'
  const { title, lines, marks } = describeCrosshairPosition(data, stop)
  return [
    title,
    ...lines.map(({ label, text }) => `${label} ${text}`),
    ...marks.map(({ text }) => text),
  ].join(', ')
}
