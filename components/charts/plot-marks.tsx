import { ReferenceArea, ReferenceLine } from 'recharts'
import type { ChartData } from './chart-data'
import { kindsOf, MARK_SIGNS, markColor } from './mark-kinds'

/** Above the drawing, for the signs of what happened. */
const SIGN_ROOM = 20

/** How much room a chart needs above it. */
export const topOf = ({ marks = [] }: ChartData, usual: number): number =>
  marks.some((each) => each.length > 0) ? SIGN_ROOM : usual

/** A line with its sign where something happened, and the span that is being drawn. */
export const plotMarks = (
  { marks = [] }: ChartData,
  drawn: { readonly from: number; readonly to: number } | null,
) => [
  ...marks.flatMap((each, place) => {
    const [kind, ...others] = kindsOf(each)
    if (kind === undefined) return []
    const signs = [kind, ...others].map((one) => MARK_SIGNS[one]).join(' ')
    return [
      <ReferenceLine
        // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
        key={`mark ${place}`}
        x={place}
        stroke={markColor(kind)}
        strokeDasharray="2 3"
        label={{ value: signs, position: 'top', fill: markColor(kind), fontSize: 11 }}
      />,
    ]
  }),
  drawn && (
    <ReferenceArea key="drawn" x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.15} />
  ),
]
