import { shownKeyLength } from '../key-format'
import { decodeBase64AndHex, decodeDecimals, removeEscapes, removeTags } from './decode-text'

/** Number of consecutive characters of a key that must not be shown. */
const WINDOW = 12
/**
 * Minimum number of characters of the secret part. Fewer prove nothing: after the prefix they may as well begin the
 * next word.
 */
const MIN_SECRET = 6
/** Maximum depth of nested encodings, not counting escapes: a key in base64, and that in hex. */
const MAX_DEPTH = 2

/** Yields the length of each part of a text that repeats a key. */
type Finder = (text: Buffer) => Generator<number>

/** A key to search for: as it is, and as it reads where what looks like an escape or a tag in it was removed. */
export interface KeyNeedle {
  readonly length: number
  readonly finders: readonly Finder[]
}

/** Prepares the search for a key; null if too little of the key is secret. */
export function createKeyNeedle(key: string): KeyNeedle | null {
  const shown = key.slice(0, shownKeyLength(key))
  if (key.length - shown.length < MIN_SECRET) return null
  const finders = new Map<string, Finder>()
  for (const form of [asItIs, removeEscapes, untaggedOf]) {
    const [text, prefix] = [printableOf(form(key)), Math.min(form(shown).length, shown.length)]
    const name = text.toString('latin1')
    if (text.length - prefix >= MIN_SECRET && !finders.has(name)) finders.set(name, finderOf(text, prefix))
  }
  return { length: key.length, finders: [...finders.values()] }
}

const asItIs = (text: string): string => text
const untaggedOf = (text: string): string => removeTags(removeEscapes(text)).at(-1) ?? removeEscapes(text)

/** Returns whether a text repeats twelve characters of a key in any form that can be decoded. */
export const containsKey = (text: string, needle: KeyNeedle): boolean =>
  search(text, needle, MAX_DEPTH).next().done !== true

/** Returns how many characters of a key a text repeats in a row; 0 if it repeats too few to matter. */
export function longestKeyMatch(text: string, needle: KeyNeedle): number {
  let longest = 0
  for (const length of search(text, needle, MAX_DEPTH)) {
    longest = Math.max(longest, length)
    if (longest === needle.length) break
  }
  return longest
}

function* search(text: string, needle: KeyNeedle, depth: number): Generator<number> {
  const bare = removeEscapes(text)
  if (bare !== text) for (const find of needle.finders) yield* find(printableOf(text))
  for (const reading of [bare, decodeDecimals(bare), ...removeTags(bare)]) {
    const printable = printableOf(reading)
    for (const find of needle.finders) yield* find(printable)
    const inner = depth === 0 ? '' : decodeBase64AndHex(printable.toString('latin1'))
    if (inner !== '') yield* search(inner, needle, depth - 1)
  }
}

/**
 * Returns the characters of a text that a key can hold, as bytes: a key that is written with spaces or invisible
 * characters in between can still be read.
 */
function printableOf(text: string): Buffer {
  const printable = Buffer.allocUnsafe(text.length)
  let size = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x20 && code < 0x7f) printable[size++] = code
  }
  return printable.subarray(0, size)
}

/**
 * Creates the search. Positions are checked at the largest distance at which any piece of a key still has three
 * consecutive characters at one of them; from there the match is extended to both sides, so the cost is linear in the
 * text. Case is ignored, because a key may be repeated in either.
 */
function finderOf(key: Buffer, prefix: number): Finder {
  const size = Math.min(WINDOW, key.length - prefix)
  const characters = key.map(folded)
  const known = new Uint8Array(1 << 16)
  const starts = new Map<number, number[]>()
  for (let at = 0; at + 2 < characters.length; at++) {
    const trio = trioAt(characters, at)
    known[trio] = 1
    starts.set(trio, [...(starts.get(trio) ?? []), at])
  }
  const step = Math.max(1, size - 2)
  return function* find(text) {
    for (let at = 0; at + 2 < text.length; at += step) {
      const trio = trioAt(text, at)
      if (known[trio] !== 1) continue
      for (const start of starts.get(trio) ?? []) {
        const [before, after] = matchAround(text, at, characters, start)
        if (before + after >= size && start + after - prefix >= MIN_SECRET) yield before + after
      }
    }
  }
}

/** Counts how many characters match before two positions, and from them on. */
function matchAround(text: Buffer, at: number, key: Uint8Array, start: number): [number, number] {
  let before = 0
  while (before < Math.min(at, start) && isSame(text[at - before - 1], key[start - before - 1])) before++
  let after = 0
  while (start + after < key.length && isSame(text[at + after], key[start + after])) after++
  return [before, after]
}

const isSame = (code: number | undefined, small: number | undefined): boolean =>
  code !== undefined && folded(code) === small

const folded = (code: number): number => (code >= 0x41 && code <= 0x5a ? code | 0x20 : code)

const trioAt = (text: Uint8Array, at: number): number =>
  (((text[at] ?? 0) | 0x20) ^ (((text[at + 1] ?? 0) | 0x20) << 5) ^ (((text[at + 2] ?? 0) | 0x20) << 9)) &
  0xffff
