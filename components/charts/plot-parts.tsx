import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { usePlotArea, XAxis } from 'recharts'
import { formatShare } from '@/lib/kernel'
import { bucketShares, type ChartData, totalLabel } from './chart-data'
import { ChartNote, GHOST_COLOR, Stroke, Swatch } from './chart-frame'
import type { Axis } from './ticks'

/** Settings that both panels share, so that their buckets line up. */
const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--mantine-color-dimmed)' },
} as const

export const PLOT_MARGIN = { top: 8, right: 4, bottom: 0, left: 0 } as const

/** Returns the props of an upright axis with prepared lines and names. */
export const yAxisProps = ({ low, high, ticks }: Axis, width: number) => ({
  width,
  domain: [low, high],
  ticks: ticks.map(({ value }) => value),
  tickFormatter: (at: number) => ticks.find(({ value }) => value === at)?.text ?? '',
  interval: 0 as const,
  ...AXIS,
})

interface TimeAxisProps {
  readonly labels: readonly string[]
}

/** Numbers of buckets between two dates, or hours, such that each day begins with a label. */
const STEPS = [1, 2, 3, 6, 12, 24, 48, 96, 192]
/** Approximate width of a letter, and the gap between two labels. */
const LETTER = 6.8
const GAP = 16

/** Draws the time axis below the bars: labels at even and round steps, as many as fit. */
export function TimeAxis({ labels }: TimeAxisProps) {
  const step = labelStep(labels, usePlotArea()?.width ?? 0)
  return (
    <XAxis
      dataKey="place"
      tickFormatter={(place) => labels[place] ?? ''}
      interval={0}
      ticks={labels.flatMap((_, index) => (index % step === 0 ? [index] : []))}
      {...AXIS}
    />
  )
}

/** Returns the step between labels that fit in a width. */
export function labelStep(labels: readonly string[], width: number): number {
  const longest = Math.max(1, ...labels.map(({ length }) => length)) * LETTER + GAP
  const room = Math.max(1, width) / Math.max(1, labels.length)
  return STEPS.find((step) => step * room >= longest) ?? STEPS.at(-1) ?? 1
}

/** Describes one bucket: its series by size with their shares, the total, the line's value. Escape hides it. */
export function PlotTooltip({ data, place }: { readonly data: ChartData; readonly place: number }) {
  const bucket = data.buckets[place]
  const [hiddenAt, hideAt] = useState<number | null>(null)
  useHotkeys([['Escape', () => hideAt(place)]])
  if (!bucket || hiddenAt === place) return null
  const { isMean = false, before, line, totals, unit } = data
  const parts = bucketShares(data, place).filter(({ share }) => share !== 0 && !(isMean && share === null))
  const rows = [
    ...parts.map(({ text, share, color, ...part }) => ({
      ...part,
      text: share === null || isMean ? text : `${text} · ${formatShare(share)}`,
      sign: <Swatch color={color} />,
    })),
    parts.length > 0
      ? { label: totalLabel(data), text: `${totals[place]} ${unit}`, isTotal: true }
      : { label: isMean ? 'Not known' : 'Nothing', text: '' },
    ...(before
      ? [{ label: before.label, text: before.texts[place] ?? '', sign: <Swatch color={GHOST_COLOR} /> }]
      : []),
    ...(line ? [{ label: line.label, text: line.texts[place] ?? '', sign: <Stroke /> }] : []),
  ]
  return <ChartNote title={bucket.title} rows={rows} marks={data.marks?.[place]} />
}
