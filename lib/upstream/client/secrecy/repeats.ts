import { placeIn } from '@/lib/kernel'
import { base64In } from './base64'
import { withoutDecimals } from './decimals'
import { type Places, type Rewritten, unescaped, untagged } from './escapes'
import { hexIn } from './hex'
import type { KeyPart, Needle } from './needle'
import { type Signs, signsOf } from './signs'

/** Maximum depth of nested encodings, not counting escapes: a key in base64, and that in hex. */
const DEEPEST = 2

/** Returns whether a text repeats twelve characters of a key's secret part in any form that can be decoded. */
export function repeats(text: string, needle: Needle): boolean {
  for (const _ of search(text, needle, DEEPEST, false)) return true
  return false
}

/** Returns the parts of a text that repeat the key's secret part, in order and without overlaps. */
export const findRepeats = (text: string, needle: Needle): KeyPart[] =>
  merged([...search(text, needle, DEEPEST, true)])

/** Sorts the parts and merges those that meet. */
export function merged(parts: readonly KeyPart[]): KeyPart[] {
  const apart: [number, number][] = []
  for (const [from, to] of parts.toSorted(([a], [b]) => a - b)) {
    const last = apart.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else apart.push([from, to])
  }
  return apart
}

/** Yields the parts in any order. Unless `mapped`, which is slower, their positions are not exact. */
function* search(text: string, needle: Needle, depth: number, mapped: boolean): Generator<KeyPart> {
  const plain = toSearch({ text, places: null }, mapped)
  yield* searchIn(plain, needle, needle.find, depth, mapped)
  const rewritten = unescaped(text, mapped, needle.tells)
  const bare = rewritten && toSearch(rewritten, mapped)
  if (bare) yield* searchIn(bare, needle, needle.findBare, depth, mapped)
  const { text: left, signs } = bare ?? plain
  const bytes = withoutDecimals(left, signs, mapped)
  if (bytes) yield* searchIn(toSearch(bytes, mapped), needle, needle.find, depth, mapped)
  for (const joined of untagged(left, mapped))
    for (const part of searchIn(toSearch(joined, mapped), needle, needle.findUntagged, depth, mapped))
      if (joined.places) yield* withoutGaps(part, joined.places)
      else yield part
}

/** A text together with its characters as bytes. */
interface ToSearch {
  readonly text: Rewritten
  readonly signs: Signs
}

const toSearch = (text: Rewritten, mapped: boolean): ToSearch => ({ text, signs: signsOf(text.text, mapped) })

function* searchIn(
  { text: { places }, signs }: ToSearch,
  needle: Needle,
  find: Needle['find'],
  depth: number,
  mapped: boolean,
): Generator<KeyPart> {
  const placed = (from: number, to: number): KeyPart => {
    const [first, last] = [signs.places?.[from] ?? from, signs.places?.[to - 1] ?? to - 1]
    return places ? [places.from[first] ?? first, places.to[last] ?? last + 1] : [first, last + 1]
  }
  for (const [from, to] of find(signs.close)) yield placed(from, to)
  if (depth === 0) return
  for (const decodedIn of [base64In, hexIn])
    for (const { text: inner, span } of decodedIn(signs))
      for (const range of search(inner, needle, depth - 1, mapped)) yield placed(...span(...range))
}

/** Yields a part without the tags in it. If a value's texts were joined, a tag may hold whole fields. */
function* withoutGaps([from, to]: KeyPart, places: Places): Generator<KeyPart> {
  let begun = from
  for (let at = placeIn(places.from, from); (places.from[at] ?? to) < to; at++) {
    const end = places.to[at] ?? to
    const next = places.from[at + 1] ?? to
    if (next === end && end < to) continue
    yield [begun, end]
    begun = next
  }
}
