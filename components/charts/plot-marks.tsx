import { ReferenceArea, ReferenceLine, useChartWidth } from 'recharts'
import { type ChartData, MARK_SIGNS, type MarkKind, markColor, markKindsOf } from './chart-data'
import { Y_AXIS_WIDTH } from './plot-parts'

/** Space above the drawing for the signs of events. */
const SIGN_ROOM = 20

/** Returns how much space a chart needs above it. */
export const spaceAboveChart = ({ marks = [] }: ChartData, usual: number): number =>
  marks.some((each) => each.length > 0) ? SIGN_ROOM : usual

/** Draws a line with its sign at each event, and the span that is being dragged. */
export const plotMarks = (
  { marks = [] }: ChartData,
  drawn: { readonly from: number; readonly to: number } | null,
) => [
  ...marks.flatMap((each, index) => {
    const [kind, ...others] = markKindsOf(each)
    if (kind === undefined) return []
    const isMarked = (at: (typeof marks)[number]) => at.length > 0
    const after = marks.slice(index + 1).findIndex(isMarked)
    const before = marks.slice(0, index).findLastIndex(isMarked)
    const room = {
      bars: marks.length,
      before: before < 0 ? null : index - before,
      after: after < 0 ? null : after + 1,
    }
    const words = each.length === 1 ? each[0]?.text : undefined
    return [
      <ReferenceLine
        // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
        key={`mark ${index}`}
        x={index}
        stroke={markColor(kind)}
        strokeDasharray="2 3"
        label={(given: { readonly viewBox: SignsProps['at'] }) => (
          <Signs at={given.viewBox} kinds={[kind, ...others]} room={room} words={words} />
        )}
      />,
    ]
  }),
  drawn && (
    <ReferenceArea key="drawn" x1={drawn.from} x2={drawn.to} fill="var(--accent)" fillOpacity={0.15} />
  ),
]

/** Approximate width of a sign with the space beside it. */
const SIGN_WIDTH = 13

/** Returns the centre of a row of signs: over its line, or as near to it as the drawing's edges allow. */
export function signRowCenter(x: number, many: number, width: number): number {
  const half = (many * SIGN_WIDTH) / 2
  return Math.max(half, Math.min(x, width - half))
}

interface Room {
  readonly bars: number
  /** Distance in bars to the next marks at its left and right; null if there are none. */
  readonly before: number | null
  readonly after: number | null
}

/** Width of letters in the widest fonts. */
const LETTER = 6.6
const WORDS_GAP = 8

/**
 * Returns where a mark's words begin: over its line, or as near to it as its space allows, which reaches half of the
 * way to the next marks. Null if they do not fit.
 */
export function markTextStart(x: number, letters: number, width: number, { bars, before, after }: Room) {
  const half = (width - Y_AXIS_WIDTH) / bars / 2
  const low = before === null ? 0 : x - before * half
  const high = after === null ? width : x + after * half
  const wide = letters * LETTER + WORDS_GAP
  return high - low < wide ? null : Math.max(low, Math.min(x - wide / 2, high - wide))
}

interface SignsProps {
  readonly at: { readonly x?: number; readonly y?: number }
  readonly kinds: readonly [MarkKind, ...MarkKind[]]
  readonly room: Room
  /** Words for the event, if it is a single one. */
  readonly words: string | undefined
}

/** Renders an event in words if they fit, as on a wallet's chart, else by its sign, which the legend names. */
function Signs({ at: { x = 0, y = 0 }, kinds, room, words }: SignsProps) {
  const width = useChartWidth()
  const signs = kinds.map((kind) => MARK_SIGNS[kind]).join(' ')
  const whole = `${signs} ${words}`
  const start =
    words === undefined || width === undefined ? null : markTextStart(x, whole.length, width, room)
  const isWhole = start !== null
  return (
    <text
      x={isWhole ? start : width === undefined ? x : signRowCenter(x, kinds.length, width)}
      y={y - 5}
      textAnchor={isWhole ? 'start' : 'middle'}
      fill={markColor(kinds[0])}
      fontSize={isWhole ? 12 : 11}
    >
      {isWhole ? whole : signs}
    </text>
  )
}
