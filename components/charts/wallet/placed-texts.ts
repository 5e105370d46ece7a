import type { Geometry } from './geometry'

/** As wide as letters are in the fonts that take most room. */
const WIDE_LETTER = 6.6
const BOLD_LETTER = 7.5

/** A text beside its mark's line still reaches over it. */
const MARK_ROOM = 10

/** The first line above a panel begins with its name. */
export const NAME_ROOM = 116

interface MarkText {
  readonly atMs: number
  readonly text: string
  /** What is written where the text has no room, the longest first. */
  readonly shorter?: readonly string[]
  readonly isBold?: boolean
}

type Placed<One> = One & { readonly y: number; readonly start: number }

/**
 * Texts in two lines, each at its mark: over it, before it or after it. Where one has no room the last ones, which matter
 * least, are written shorter; one that would still run into others is left out.
 */
export function placedTexts<One extends MarkText>(texts: readonly One[], geometry: Geometry): Placed<One>[] {
  const most = Math.max(0, ...texts.map(({ shorter = [] }) => shorter.length))
  let best = placedFrom(texts, texts.length, 0, geometry)
  for (let whole = texts.length - 1; whole >= 0; whole -= 1)
    for (let level = 1; level <= most && best.length < texts.length; level += 1) {
      const tried = placedFrom(texts, whole, level, geometry)
      if (tried.length > best.length) best = tried
    }
  return best
}

/** The same where those after the first `whole` ones are no longer than their words of a level. */
function placedFrom<One extends MarkText>(
  texts: readonly One[],
  whole: number,
  level: number,
  { x, left, right, titleY, marksY }: Geometry,
): Placed<One>[] {
  const rows: { readonly y: number; readonly taken: (readonly [number, number])[] }[] = [
    { y: marksY, taken: [] },
    { y: titleY, taken: [[left, left + NAME_ROOM]] },
  ]
  const place = (one: One, text: string): Placed<One> | null => {
    const width = text.length * (one.isBold ? BOLD_LETTER : WIDE_LETTER) + 12
    const at = x(one.atMs)
    const over = Math.min(Math.max(left, at - width / 2), right - width)
    const starts = [over, at + MARK_ROOM - width, at - MARK_ROOM].filter(
      (start) => start >= left && start + width <= right,
    )
    for (const start of starts)
      for (const { y, taken } of rows) {
        if (taken.some(([from, to]) => start < to && start + width > from)) continue
        taken.push([start, start + width])
        return { ...one, text, y, start }
      }
    return null
  }
  return texts.flatMap((one, order) => {
    const words = [one.text, ...(one.shorter ?? [])]
    for (const text of words.slice(order < whole ? 0 : Math.min(level, words.length - 1))) {
      const placed = place(one, text)
      if (placed) return placed
    }
    return []
  })
}
