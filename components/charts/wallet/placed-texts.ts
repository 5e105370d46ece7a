import type { Geometry } from './geometry'

/** Width of letters in the widest fonts. */
const WIDE_LETTER = 6.6
const BOLD_LETTER = 7.5

/** Overlap of a text beside its mark's line. */
const MARK_ROOM = 10

interface MarkText {
  readonly atMs: number
  readonly text: string
  /** Replacements if the text does not fit, longest first. */
  readonly shorter?: readonly string[]
  readonly isBold?: boolean
}

type Placed<One> = One & { readonly y: number; readonly start: number }

/** Positions of a text at its mark's line. */
const SIDES = ['over', 'before', 'after'] as const
type Side = (typeof SIDES)[number]

interface Way {
  /** Number of the most important texts that may have all of their words. */
  readonly whole: number
  /** Minimum shortening of the others. */
  readonly level: number
  /** Preferred position of a text. */
  readonly first: Side
}

/**
 * Places texts in two lines, each at its mark: over it, before it or after it. If one does not fit, the last ones,
 * which matter least, are shortened; one that would still overlap others is left out.
 */
export function placedTexts<One extends MarkText>(texts: readonly One[], geometry: Geometry): Placed<One>[] {
  let best: Placed<One>[] = []
  for (const way of waysFor(texts)) {
    const tried = placedIn(texts, way, geometry)
    if (tried.length > best.length) best = tried
    if (best.length === texts.length) break
  }
  return best
}

/** Returns the ways to try, in order: with all words, then with fewer. */
function waysFor(texts: readonly MarkText[]): Way[] {
  const most = Math.max(0, ...texts.map(({ shorter = [] }) => shorter.length))
  const levels = Array.from({ length: most }, (_, place) => place + 1)
  const wholes = texts.map((_, place) => texts.length - 1 - place)
  return [
    { whole: texts.length, level: 0, first: 'over' },
    ...wholes.flatMap((whole) => levels.flatMap((level) => SIDES.map((first) => ({ whole, level, first })))),
  ]
}

function placedIn<One extends MarkText>(
  texts: readonly One[],
  { whole, level, first }: Way,
  { x, left, right, nameRoom, titleY, marksY }: Geometry,
): Placed<One>[] {
  const rows: { readonly y: number; readonly taken: (readonly [number, number])[] }[] = [
    { y: marksY, taken: [] },
    { y: titleY, taken: [[left, left + nameRoom]] },
  ]
  const sides = [first, ...SIDES.filter((side) => side !== first)]
  const place = (one: One, text: string): Placed<One> | null => {
    const width = text.length * (one.isBold ? BOLD_LETTER : WIDE_LETTER) + 12
    const at = x(one.atMs)
    const startAt: Readonly<Record<Side, number>> = {
      over: Math.min(Math.max(left, at - width / 2), right - width),
      before: at + MARK_ROOM - width,
      after: at - MARK_ROOM,
    }
    for (const start of sides.map((side) => startAt[side])) {
      if (start < left || start + width > right) continue
      for (const { y, taken } of rows) {
        if (taken.some(([from, to]) => start < to && start + width > from)) continue
        taken.push([start, start + width])
        return { ...one, text, y, start }
      }
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
