import { ReferenceArea, ReferenceLine, useChartWidth } from 'recharts'
import type { ChartData } from './chart-data'
import { kindsOf, MARK_SIGNS, type MarkKind, markColor } from './mark-kinds'
import { Y_WIDTH } from './plot-parts'

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
    const isMarked = (at: (typeof marks)[number]) => at.length > 0
    const after = marks.slice(place + 1).findIndex(isMarked)
    const before = marks.slice(0, place).findLastIndex(isMarked)
    const room = {
      bars: marks.length,
      before: before < 0 ? null : place - before,
      after: after < 0 ? null : after + 1,
    }
    const words = each.length === 1 ? each[0]?.text : undefined
    return [
      <ReferenceLine
        // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
        key={`mark ${place}`}
        x={place}
        stroke={markColor(kind)}
        strokeDasharray="2 3"
        label={(given: { readonly viewBox: SignsProps['at'] }) => (
          <Signs at={given.viewBox} kinds={[kind, ...others]} {...{ room, words }} />
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

interface Room {
  readonly bars: number
  /** How many bars away the next marks at its left and right are; null where there are none. */
  readonly before: number | null
  readonly after: number | null
}

/** As wide as letters are in the fonts that take most room. */
const LETTER = 6.6
const WORDS_GAP = 8

/**
 * Where a mark's words begin: over its line, or as near to it as its room lets them, which reaches half of the way to the
 * next marks. Null where they have no room.
 */
export function wordsAt(x: number, letters: number, width: number, { bars, before, after }: Room) {
  const half = (width - Y_WIDTH) / bars / 2
  const low = before === null ? 0 : x - before * half
  const high = after === null ? width : x + after * half
  const wide = letters * LETTER + WORDS_GAP
  return high - low < wide ? null : Math.max(low, Math.min(x - wide / 2, high - wide))
}

interface SignsProps {
  readonly at: { readonly x?: number; readonly y?: number }
  readonly kinds: readonly [MarkKind, ...MarkKind[]]
  readonly room: Room
  /** What happened, where it is one thing. */
  readonly words: string | undefined
}

/** In words where there is room, as on a wallet's chart; else by its sign, which the legend names. */
function Signs({ at: { x = 0, y = 0 }, kinds, room, words }: SignsProps) {
  const width = useChartWidth()
  const signs = kinds.map((kind) => MARK_SIGNS[kind]).join(' ')
  const whole = `${signs} ${words}`
  const start = words === undefined || width === undefined ? null : wordsAt(x, whole.length, width, room)
  const isWhole = start !== null
  return (
    <text
      x={isWhole ? start : width === undefined ? x : signsAt(x, kinds.length, width)}
      y={y - 5}
      textAnchor={isWhole ? 'start' : 'middle'}
      fill={markColor(kinds[0])}
      fontSize={isWhole ? 12 : 11}
    >
      {isWhole ? whole : signs}
    </text>
  )
}
