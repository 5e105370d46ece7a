import { shownLength } from '../key-format'
import { unescaped, untagged } from './escapes'
import { closed, isKeySign } from './signs'

/** A part of a text, from one character up to but excluding another. */
export type KeyPart = readonly [from: number, to: number]

/** A key to search for, as it is and with what looks like an escape in it removed. */
export interface Needle {
  /**
   * Yields where a text, given as bytes, repeats twelve consecutive characters of the key; of these, only what is in
   * its secret part.
   */
  find(text: Buffer): Generator<KeyPart>
  /** Does the same in a text whose escapes were removed. */
  findBare(text: Buffer): Generator<KeyPart>
  /** Does the same in a text whose escapes and tags were removed. */
  findUntagged(text: Buffer): Generator<KeyPart>
  /**
   * Returns whether an escape for a character can hide the key: one that the key may be written with, or that may
   * stand inside it.
   */
  tells(sign: string): boolean
}

/** Number of consecutive characters, beyond the prefix, that must not remain. */
const WINDOW = 12
/**
 * Minimum number of characters of the secret part. Fewer prove nothing: after the prefix they may as well begin the
 * next word.
 */
const MIN = 6

/** Prepares the search for a key; null if too little of the key is secret. */
export function needleOf(key: string): Needle | null {
  const shown = shownLength(key)
  if (key.length - shown < MIN) return null
  const signs = signsFor(key)
  const find = finder(key, shown)
  const findIn = (rewrite: (text: string) => string, known: string, otherwise: Needle['find']) => {
    const text = rewrite(key)
    const prefix = Math.min(rewrite(key.slice(0, shown)).length, shown)
    return text !== known && text.length - prefix >= MIN ? finder(text, prefix) : otherwise
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
/** Characters of a key that bring more than letters and digits into its base64. */
const BEYOND_LETTERS = /[>?~]/

/**
 * Returns the characters with which a key may be written, including those of tags, which may stand between two parts
 * of it.
 */
const signsFor = (key: string): ReadonlySet<string> =>
  new Set([...key, ...LETTERS, '<', '>', ...(BEYOND_LETTERS.test(key) ? '+/-_' : '')])

/**
 * Creates the search. Positions are checked at the largest distance at which any piece of a key still has three
 * consecutive characters at one of them; from there the match is extended to both sides, so the cost is linear in the
 * text. Case is ignored, because a key may be repeated in either.
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
        if (before + after < size || start + after - prefix < MIN) continue
        const [from, to] = [at - Math.min(before, start - prefix), at + after]
        // An earlier position already met this match.
        if (from >= last && to <= end) continue
        last = from
        end = to
        yield [from, to]
      }
    }
  }
}

/** Counts how many characters match before two positions, and from them on. */
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
