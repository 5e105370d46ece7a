import { PREFIX_LENGTH } from '../key-format'
import { unescaped } from './escapes'
import { closed } from './signs'

/** A part of a text, from one character to before another. */
export type KeyPart = readonly [from: number, to: number]

/** A key to search for, as it is and without what looks like an escape in it. */
export interface Needle {
  /** Where a text, as the bytes of its signs, repeats twelve characters of the key in a row; of these, only what is in its secret part. */
  find(text: Buffer): Generator<KeyPart>
  /** The same for a text whose escapes were taken off. */
  findBare(text: Buffer): Generator<KeyPart>
  /** Whether the key can be written with a sign: an escape for any other hides nothing. */
  tells(sign: string): boolean
}

/** Except for the prefix, this many characters in a row may not stay. */
const WINDOW = 12
/** Fewer characters of the secret part tell nothing: after the prefix they may as well begin the next word. */
const LEAST = 6

/** Prepares the search for a key; null if the key has no secret part to speak of. */
export function needleOf(key: string): Needle | null {
  if (key.length - PREFIX_LENGTH < LEAST) return null
  const signs = signsFor(key)
  const bare = bareOf(key)
  const prefix = Math.min(bareOf(key.slice(0, PREFIX_LENGTH)).length, PREFIX_LENGTH)
  const find = finder(key, PREFIX_LENGTH)
  const hasBare = bare !== key && bare.length - prefix >= LEAST
  return { find, findBare: hasBare ? finder(bare, prefix) : find, tells: (sign) => signs.has(sign) }
}

const bareOf = (text: string): string => closed(unescaped(text, false, () => true)?.text ?? text)

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Only these signs of a key bring more than letters and digits into its base64. */
const BEYOND_LETTERS = /[>?~]/

const signsFor = (key: string): ReadonlySet<string> =>
  new Set([...key, ...LETTERS, ...(BEYOND_LETTERS.test(key) ? '+/-_' : '')])

function finder(key: string, prefix: number): Needle['find'] {
  const size = Math.min(WINDOW, key.length - prefix)
  const pieces = Array.from({ length: Math.max(0, key.length - size) }, (_, at) => ({
    piece: key.slice(at + 1, at + 1 + size),
    skipped: Math.max(0, prefix - at - 1),
  })).filter(({ skipped }) => size - skipped >= LEAST)
  const mayHold = triosOf(
    key,
    pieces.map(({ piece }) => piece),
  )
  return function* find(text) {
    if (!mayHold(text)) return
    for (const { piece, skipped } of pieces)
      for (let at = text.indexOf(piece, 0, 'latin1'); at >= 0; at = text.indexOf(piece, at + 1, 'latin1'))
        yield [at + skipped, at + size]
  }
}

/**
 * A quick first look, for pages at a key's full pace: of any piece three characters in a row lie at a place that is
 * looked at, if these are as far apart as a piece allows.
 */
function triosOf(key: string, pieces: readonly string[]): (text: Buffer) => boolean {
  const size = pieces[0]?.length ?? 0
  const known = new Uint8Array(1 << 16)
  const bytes = Buffer.from(key, 'latin1')
  for (let at = 0; at + 2 < bytes.length; at++) known[trioAt(bytes, at)] = 1
  const step = Math.max(1, size - 2)
  return (text) => {
    for (let at = 0; at + 2 < text.length; at += step) {
      if (known[trioAt(text, at)] !== 1) continue
      const around = text.toString('latin1', Math.max(0, at - size), at + size)
      if (pieces.some((piece) => around.includes(piece))) return true
    }
    return false
  }
}

const trioAt = (text: Buffer, at: number): number =>
  ((text[at] ?? 0) ^ ((text[at + 1] ?? 0) << 5) ^ ((text[at + 2] ?? 0) << 9)) & 0xffff
