import { ReferenceArea, ReferenceLine } from 'recharts'
import type { ChartData } from './chart-data'

/** A line where something happened, and the span that is being drawn. */
export const plotMarks = (
  { marks = [] }: ChartData,
  drawn: { readonly from: number; readonly to: number } | null,
) => [
  ...marks.flatMap((texts, place) =>
    texts.length === 0
      ? []
      : // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
        [<ReferenceLine key={`mark ${place}`} x={place} stroke="var(--line-strong)" strokeDasharray="2 3" />],
  ),
  drawn && (
    <ReferenceArea key="drawn" x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.15} />
  ),
]
