import { shownLength } from '../key-format'
import { unescaped, untagged } from './escapes'
import { closed, isKeySign } from './signs'

/** A part of a text, from one character to before another. */
export type KeyPart = readonly [from: number, to: number]

/** A key to search for, as it is and without what looks like an escape in it. */
export interface Needle {
  /** Where a text, as the bytes of its signs, repeats twelve characters of the key in a row; of these, only what is in its secret part. */
  find(text: Buffer): Generator<KeyPart>
  /** The same for a text whose escapes were taken off. */
  findBare(text: Buffer): Generator<KeyPart>
  /** The same for a text whose escapes and tags were taken off. */
  findUntagged(text: Buffer): Generator<KeyPart>
  /** Whether an escape for a sign can hide the key: for one that it can be written with, or one that may stand within. */
  tells(sign: string): boolean
}

/** Except for the prefix, this many characters in a row may not stay. */
const WINDOW = 12
/** Fewer characters of the secret part tell nothing: after the prefix they may as well begin the next word. */
const LEAST = 6

/** Prepares the search for a key; null if the key has no secret part to speak of. */
export function needleOf(key: string): Needle | null {
  const shown = shownLength(key)
  if (key.length - shown < LEAST) return null
  const signs = signsFor(key)
  const find = finder(key, shown)
  const findIn = (rewrite: (text: string) => string, known: string, otherwise: Needle['find']) => {
    const text = rewrite(key)
    const prefix = Math.min(rewrite(key.slice(0, shown)).length, shown)
    return text !== known && text.length - prefix >= LEAST ? finder(text, prefix) : otherwise
  }
  const findBare = findIn(bareOf, key, find)
  const findUntagged = findIn(untaggedOf, bareOf(key), findBare)
  return { find, findBare, findUntagged, tells: (sign) => !isKeySign(sign) || signs.has(sign) }
}

const bareOf = (text: string): string => closed(unescaped(text, false, () => true)?.text ?? text)

function untaggedOf(text: string): string {
  const bare = unescaped(text, false, () => true) ?? { text, places: null }
  return closed((untagged(bare, false).at(-1) ?? bare).text)
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Only these signs of a key bring more than letters and digits into its base64. */
const BEYOND_LETTERS = /[>?~]/

/** With the signs of tags, which may stand between two parts of a key. */
const signsFor = (key: string): ReadonlySet<string> =>
  new Set([...key, ...LETTERS, '<', '>', ...(BEYOND_LETTERS.test(key) ? '+/-_' : '')])

/**
 * Of any piece of a key three characters in a row lie at a place that is looked at, if these are as far apart as a
 * piece allows. From there the match is followed to both sides, so a text costs no more than its length. Capitals count
 * as small letters: a key may be repeated in either.
 */
function finder(key: string, prefix: number): Needle['find'] {
  const size = Math.min(WINDOW, key.length - prefix)
  const signs = Buffer.from(key, 'latin1').map(folded)
  const known = new Uint8Array(1 << 16)
  const starts = new Map<number, number[]>()
  for (let at = 0; at + 2 < signs.length; at++) {
    const trio = trioAt(signs, at)
    known[trio] = 1
    starts.set(trio, [...(starts.get(trio) ?? []), at])
  }
  const step = Math.max(1, size - 2)
  return function* find(text) {
    let [last, end] = [0, 0]
    for (let at = 0; at + 2 < text.length; at += step) {
      const trio = trioAt(text, at)
      if (known[trio] !== 1) continue
      for (const start of starts.get(trio) ?? []) {
        const [before, after] = matchAround(text, at, signs, start)
        if (before + after < size || start + after - prefix < LEAST) continue
        const [from, to] = [at - Math.min(before, start - prefix), at + after]
        // It was met at an earlier place already.
        if (from >= last && to <= end) continue
        last = from
        end = to
        yield [from, to]
      }
    }
  }
}

/** How many signs are the same before two places, and from them on. */
function matchAround(text: Buffer, at: number, signs: Uint8Array, start: number): [number, number] {
  let before = 0
  while (before < Math.min(at, start) && isSame(text[at - before - 1], signs[start - before - 1])) before++
  let after = 0
  while (start + after < signs.length && isSame(text[at + after], signs[start + after])) after++
  return [before, after]
}

const isSame = (sign: number | undefined, small: number | undefined): boolean =>
  sign !== undefined && folded(sign) === small

const folded = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code)

const trioAt = (text: Uint8Array, at: number): number =>
  (((text[at] ?? 0) | 0x20) ^ (((text[at + 1] ?? 0) | 0x20) << 5) ^ (((text[at + 2] ?? 0) | 0x20) << 9)) &
  0xffff
