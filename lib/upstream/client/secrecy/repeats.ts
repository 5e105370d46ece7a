import { decodedIn } from './encoded'
import { type Rewritten, unescaped } from './escapes'
import type { KeyPart, Needle } from './needle'
import { signsOf } from './signs'

/** Encodings in each other, without counting escapes: a key in base64, and that in hex. */
const DEEPEST = 2

/** Whether a text repeats twelve characters of a key's secret part in any form that can be read back. */
export function repeats(text: string, needle: Needle): boolean {
  for (const _ of search(text, needle, DEEPEST, false)) return true
  return false
}

/** The parts of a text that repeat the key's secret part, in order, without overlaps. */
export function findRepeats(text: string, needle: Needle): KeyPart[] {
  const merged: [number, number][] = []
  for (const [from, to] of [...search(text, needle, DEEPEST, true)].sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

/** The parts, in any order; not at their places where these are not `mapped`, which is quick. */
function* search(text: string, needle: Needle, depth: number, mapped: boolean): Generator<KeyPart> {
  yield* searchIn({ text, places: null }, needle, needle.find, depth, mapped)
  const bare = unescaped(text, mapped, needle.tells)
  if (bare) yield* searchIn(bare, needle, needle.findBare, depth, mapped)
}

function* searchIn(
  { text, places }: Rewritten,
  needle: Needle,
  find: Needle['find'],
  depth: number,
  mapped: boolean,
): Generator<KeyPart> {
  const placed = (from: number, to: number): KeyPart =>
    places ? [places.from[from] ?? from, places.to[to - 1] ?? to] : [from, to]
  const signs = signsOf(text, mapped)
  for (const [from, to] of find(signs.close)) {
    const [first, last] = [signs.places?.[from] ?? from, signs.places?.[to - 1] ?? to - 1]
    yield placed(first, last + 1)
  }
  if (depth === 0) return
  for (const { text: inner, span } of decodedIn(signs.all))
    for (const range of search(inner, needle, depth - 1, mapped)) yield placed(...span(...range))
}
