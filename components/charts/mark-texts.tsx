import type { Nano } from '@/lib/kernel'
import { describeTogether, MARK_KINDS, MARKS, type MarkKind, type MarkWords, markKindsOf } from './chart-data'
import classes from './charts.module.css'

/** Events at one line of a chart, in words. */
export interface MarkText {
  readonly kind: MarkKind
  /** Position of the line. */
  readonly x: number
  /** The same in fewer and fewer words, each beginning with the sign; the last is the signs alone. */
  readonly words: readonly string[]
  /** Size of what they are about. */
  readonly nano: Nano
}

/** Returns events of one bar in words: those of the most important kind, followed by the signs of the others. */
export function markTextOf(marks: readonly MarkWords[], x: number): MarkText | null {
  const [kind, ...others] = markKindsOf(marks)
  if (kind === undefined) return null
  const { equal, nano, ...together } = describeTogether(kind, marks)
  const text = (equal.length === 1 && equal[0]?.text) || together.text
  const beside = others.map((other) => ` ${MARKS[other].sign}`).join('')
  // The sign shows the kind, so the amount suffices.
  const short = text.replace(`${MARKS[kind].name} `, '')
  const words = [...new Set([` ${text}`, ` ${short}`, ''])].map(
    (each) => `${MARKS[kind].sign}${each}${beside}`,
  )
  return { kind, x, words, nano }
}

/** Width of letters in the widest fonts, and the gap after a text. */
const LETTER = 6.6
const BOLD_LETTER = 7.5
const GAP = 8
/** Half the width of a sign, and the same with the space beside it. */
const SIGN_HALF = 5
const SIGN_ROOM = 6

type Span = readonly [from: number, to: number]

interface Placed extends MarkText {
  readonly text: string
  readonly span: Span
  /** 0 directly above the drawing, 1 above that. */
  readonly row: 0 | 1
  /** True if the words are before their line, and end with their sign. */
  readonly isBefore: boolean
}

interface Room {
  readonly left: number
  readonly right: number
  /** Start of the upper row, after what is written there. */
  readonly upperLeft?: number
}

const signsOf = ({ words }: MarkText): string => words.at(-1) ?? ''
const hasWords = (one: MarkText & { readonly text: string }): boolean => one.text !== signsOf(one)

function spanOf(one: MarkText, text: string, isBefore: boolean): Span {
  const letter = one.kind === 'outside' ? BOLD_LETTER : LETTER
  const width = hasWords({ ...one, text }) ? text.length * letter + GAP : (text.length + 1) * SIGN_ROOM
  return isBefore
    ? [one.x + SIGN_ROOM - width, one.x + SIGN_ROOM]
    : [one.x - SIGN_ROOM, one.x - SIGN_ROOM + width]
}

const isApart =
  ([from, to]: Span) =>
  (other: Span) =>
    to <= other[0] || from >= other[1]

const WAYS = ([0, 1] as const).flatMap((row) => [false, true].map((isBefore) => ({ row, isBefore })))

/**
 * Places texts above a chart, the most important and largest first: after their line or before it, with the sign on it,
 * in the lower row or the upper one. One that does not fit has fewer words. Words cover no signs of others, except
 * those of a less important kind if there is no other room; these are then left out.
 */
export function placeTexts(texts: readonly MarkText[], { left, right, upperLeft = left }: Room): Placed[] {
  const inOrder = texts.toSorted(
    (a, b) => MARK_KINDS.indexOf(a.kind) - MARK_KINDS.indexOf(b.kind) || (a.nano < b.nano ? 1 : -1),
  )
  const placed: Placed[] = []
  for (const [order, one] of inOrder.entries()) {
    const later = inOrder.slice(order + 1)
    const isFree = ({ row, span }: Placed) =>
      span[0] >= (row === 0 ? left : upperLeft) &&
      span[1] <= right &&
      placed.every((other) => other.row !== row || isApart(span)(other.span))
    const isClearOf = (others: readonly MarkText[]) => {
      const signs = others.map((other) => spanOf(other, signsOf(other), false))
      return ({ row, span }: Placed) => row === 1 || signs.every(isApart(span))
    }
    const ways = one.words
      .flatMap((text) => WAYS.map((way) => ({ ...one, ...way, text, span: spanOf(one, text, way.isBefore) })))
      .filter(isFree)
    const inWords = ways.filter(hasWords)
    const way =
      inWords.find(isClearOf(later)) ??
      inWords.find(isClearOf(later.filter(({ kind }) => kind === one.kind))) ??
      ways.find((each) => !hasWords(each)) ??
      signsAlone(one, { left, right })
    const coversWords = placed.some(
      (other) => other.row === way.row && hasWords(other) && !isApart(way.span)(other.span),
    )
    if (!coversWords) placed.push(way)
  }
  return placed
}

/** Places signs at their line although they may cover other signs, or as near to it as the edges allow. */
function signsAlone(one: MarkText, { left, right }: Room): Placed {
  const text = signsOf(one)
  const [from, to] = spanOf(one, text, false)
  const moved = Math.max(left - from, Math.min(0, right - to))
  return { ...one, text, span: [from + moved, to + moved], row: 0, isBefore: false }
}

interface MarkTextsProps extends Room {
  readonly texts: readonly MarkText[]
  /** Base of the lower row. */
  readonly y: number
}

/** Height of a row of words above the drawing. */
export const ROW_HEIGHT = 16

/** Draws events above a chart, in words where they fit; the legend and the tooltip explain their signs. */
export const MarkTexts = ({ texts, y, ...room }: MarkTextsProps) =>
  placeTexts(texts, room).map(({ kind, text, span: [from, to], row, isBefore }) => (
    <text
      key={`${kind} ${from} ${row} ${text}`}
      className={classes.mark}
      data-kind={kind}
      x={isBefore ? to - SIGN_ROOM + SIGN_HALF : from + SIGN_ROOM - SIGN_HALF}
      y={y - row * ROW_HEIGHT}
      textAnchor={isBefore ? 'end' : 'start'}
    >
      {(isBefore ? signLast(text) : text).split(ANY_SIGN).map((part) =>
        // Grey, because a loss is the only kind with a colour of its own.
        ANY_SIGN.test(part) && part !== MARKS[kind].sign ? <tspan key={part}>{part}</tspan> : part,
      )}
    </text>
  ))

const ANY_SIGN = new RegExp(`([${MARK_KINDS.map((kind) => MARKS[kind].sign).join('')}])`)

/** Moves the sign of words from their beginning to their end, where words before a line have it. */
const signLast = (text: string): string => {
  const [sign = '', ...words] = text.split(' ')
  return [...words, sign].join(' ')
}
