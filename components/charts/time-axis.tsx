import { useChartWidth, XAxis } from 'recharts'
import { AXIS, MARGIN, Y_WIDTH } from './plot-parts'

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
  const width = useChartWidth() ?? 0
  const step = labelStep(labels, width - Y_WIDTH - MARGIN.right)
  return (
    <XAxis
      dataKey="place"
      tickFormatter={(place) => labels[place] ?? ''}
      interval={0}
      ticks={labels.flatMap((_, place) => (place % step === 0 ? [place] : []))}
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
