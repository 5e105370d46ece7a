import { ReferenceArea, ReferenceLine, useChartWidth } from 'recharts'
import type { ChartData } from './chart-data'
import { kindsOf, MARK_SIGNS, type MarkKind, markColor } from './mark-kinds'

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
    return [
      <ReferenceLine
        // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
        key={`mark ${place}`}
        x={place}
        stroke={markColor(kind)}
        strokeDasharray="2 3"
        label={(given: { readonly viewBox: SignsProps['at'] }) => (
          <Signs at={given.viewBox} kinds={[kind, ...others]} />
        )}
      />,
    ]
  }),
  drawn && (
    <ReferenceArea key="drawn" x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.15} />
  ),
]

/** What a sign takes with the space beside it, about. */
const SIGN_WIDTH = 13

/** Where a row of signs is centred: over its line, or as near to it as the drawing's edges let it. */
export function signsAt(x: number, many: number, width: number): number {
  const half = (many * SIGN_WIDTH) / 2
  return Math.max(half, Math.min(x, width - half))
}

interface SignsProps {
  readonly at: { readonly x?: number; readonly y?: number }
  readonly kinds: readonly [MarkKind, ...MarkKind[]]
}

function Signs({ at: { x = 0, y = 0 }, kinds }: SignsProps) {
  const width = useChartWidth()
  return (
    <text
      x={width === undefined ? x : signsAt(x, kinds.length, width)}
      y={y - 5}
      textAnchor="middle"
      fill={markColor(kinds[0])}
      fontSize={11}
    >
      {kinds.map((kind) => MARK_SIGNS[kind]).join(' ')}
    </text>
  )
}
