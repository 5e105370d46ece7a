import { ReferenceArea, ReferenceLine, useChartWidth } from 'recharts'
import type { Nano } from '@/lib/kernel'
import {
  type ChartData,
  MARK_KINDS,
  MARK_NAMES,
  MARK_SIGNS,
  type MarkKind,
  type MarkWords,
  markColor,
  markKindsOf,
  signLast,
  togetherOf,
} from './chart-data'
import { Y_AXIS_WIDTH } from './plot-parts'

/** Height of a row of words above the drawing. */
const ROW = 15
/** Space above the drawing for one row. */
const SIGN_ROOM = 20

/** Returns how much space a chart needs above it. */
export const spaceAboveChart = ({ marks = [] }: ChartData, usual: number): number =>
  Math.max(usual, roomFor(marks.filter((each) => each.length > 0).length))

/** Returns the space for the signs of events; for several events there is a second row for words. */
const roomFor = (many: number): number => (many === 0 ? 0 : many === 1 ? SIGN_ROOM : SIGN_ROOM + ROW)

/** Draws a line with its words or sign at each event, and the span that is being dragged. */
export const plotMarks = (
  { marks = [] }: ChartData,
  drawn: { readonly from: number; readonly to: number } | null,
) => [
  ...marks.flatMap((each, index) => {
    const [kind] = markKindsOf(each)
    return kind === undefined
      ? []
      : [
          <ReferenceLine
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket's place is what it is known by.
            key={`mark ${index}`}
            x={index}
            stroke={markColor(kind)}
            strokeDasharray="2 3"
            label={(given: { readonly viewBox: MarkTextProps['at'] }) => (
              <MarkText at={given.viewBox} marks={marks} index={index} color={markColor(kind)} />
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
/** Half the width of a sign alone. */
const SIGN_HALF = 5
/** Width of letters in the widest fonts. */
const LETTER = 6.6
const WORDS_GAP = 8

/** Words for a bucket with events: the longest first, and its signs last. */
interface BucketWords {
  readonly index: number
  readonly signs: readonly MarkKind[]
  readonly words: readonly string[]
  /** Importance of its kind, 0 for the most important, and the amount that it is about. */
  readonly rank: number
  readonly nano: Nano
}

/** Returns the words of a bucket's events. Several of one kind are told together, with their sum. */
export function wordsOfBucket(marks: readonly MarkWords[], index: number): BucketWords | null {
  const signs = markKindsOf(marks)
  const [kind, ...others] = signs
  if (kind === undefined) return null
  const { text: whole, nano } = togetherOf(marks.filter((mark) => mark.kind === kind))
  const name = MARK_NAMES[kind]
  const beside = others.map((other) => ` ${MARK_SIGNS[other]}`).join('')
  // The sign shows the kind, so the amount suffices.
  const short = whole.replace(`${name} `, '')
  const words = [...new Set([whole, short])].map((text) => `${MARK_SIGNS[kind]} ${text}${beside}`)
  return { index, signs, words, rank: MARK_KINDS.indexOf(kind), nano }
}

const ROWS = [0, 1] as const

interface Placed {
  /** 0 beside the signs, 1 above them. */
  readonly row: 0 | 1
  readonly start: number
  /** True if the words are before their line, and end with their sign. */
  readonly isBefore: boolean
  readonly text: string
}

/**
 * Places words over a chart, the most important and largest first: after their line or before it, with their sign on it,
 * in the row of the signs or, where others are near, above them. Where no words fit, only the signs stay. `xOf` returns the line of a bucket.
 */
export function placeWords(
  buckets: readonly BucketWords[],
  width: number,
  xOf: (index: number) => number,
): ReadonlyMap<number, Placed> {
  const placed = new Map<number, Placed>()
  const signs = new Map(
    buckets.map(({ index, signs }): [number, readonly [number, number]] => {
      const [at, half] = [signRowCenter(xOf(index), signs.length, width), (signs.length * SIGN_WIDTH) / 2]
      return [index, [at - half, at + half]]
    }),
  )
  const taken = [signs, new Map<number, readonly [number, number]>()] as const
  const inOrder = buckets.toSorted((a, b) => a.rank - b.rank || (a.nano < b.nano ? 1 : -1))
  for (const { index, words } of inOrder) {
    const x = xOf(index)
    const ways = words.flatMap((text) => {
      const wide = text.length * LETTER + WORDS_GAP
      return ROWS.flatMap((row) =>
        [false, true].map((isBefore) => ({
          text,
          wide,
          row,
          isBefore,
          start: isBefore ? x + SIGN_WIDTH / 2 - wide : x - SIGN_WIDTH / 2,
        })),
      )
    })
    const isFree = ({ row, start, wide }: (typeof ways)[number]) =>
      start >= 0 &&
      start + wide <= width &&
      [...taken[row]].every(([other, [from, to]]) => other === index || start >= to || start + wide <= from)
    const way = ways.find(isFree)
    if (!way) continue
    const { row, start, wide, isBefore, text } = way
    taken[row].set(index, [start, start + wide])
    placed.set(index, { row, start, isBefore, text })
  }
  return placed
}

/** Returns the centre of a row of signs: over its line, or as near to it as the drawing's edges allow. */
export function signRowCenter(x: number, many: number, width: number): number {
  const half = (many * SIGN_WIDTH) / 2
  return Math.max(half, Math.min(x, width - half))
}

interface MarkTextProps {
  readonly at: { readonly x?: number; readonly y?: number }
  readonly marks: NonNullable<ChartData['marks']>
  readonly index: number
  readonly color: string
}

/** Renders a bucket's events in words if they fit, as on a wallet's chart, else by their signs, which the legend names. */
function MarkText({ at: { x = 0, y = 0 }, marks, index, color }: MarkTextProps) {
  const width = useChartWidth()
  const buckets = marks.flatMap((each, place) => wordsOfBucket(each, place) ?? [])
  const own = buckets.find((bucket) => bucket.index === index)
  if (!own) return null
  const bar = width === undefined ? 0 : (width - Y_AXIS_WIDTH) / marks.length
  const words = width !== undefined && placeWords(buckets, width, (other) => x + (other - index) * bar)
  const placed = words ? words.get(index) : undefined
  return (
    <g fill={color}>
      {placed && (
        <text
          x={x + (placed.isBefore ? SIGN_HALF : -SIGN_HALF)}
          y={y - 5 - placed.row * ROW}
          textAnchor={placed.isBefore ? 'end' : 'start'}
          fontSize={12}
        >
          {placed.isBefore ? signLast(placed.text) : placed.text}
        </text>
      )}
      {placed?.row !== 0 && (
        <text
          x={width === undefined ? x : signRowCenter(x, own.signs.length, width)}
          y={y - 5}
          textAnchor="middle"
          fontSize={11}
        >
          {own.signs.map((kind) => MARK_SIGNS[kind]).join(' ')}
        </text>
      )}
    </g>
  )
}
