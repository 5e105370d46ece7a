import type { Decoded } from './decoded'
import type { Signs } from './signs'

/** Two characters of hex encode one byte: 20 to 7e for printable ASCII, with 00 beside each in UTF-16. */
const [IN_WORD, DIGIT, HIGH, ZERO] = [1, 2, 4, 8]
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  const sign = String.fromCharCode(code)
  const is = (pattern: RegExp, flag: number) => (pattern.test(sign) ? flag : 0)
  return is(/[A-Za-z0-9]/, IN_WORD) | is(/[0-9a-fA-F]/, DIGIT) | is(/[2-7]/, HIGH) | is(/0/, ZERO)
})
/** Minimum length of twelve characters of a key in hex. */
const MIN_LENGTH = 24

const classOf = (text: Uint8Array, at: number): number => CLASSES[text[at] ?? 0] ?? 0

/**
 * Yields the pieces of a text that may be printable text in hex, also with characters between the bytes: `78:64`,
 * `0x78, 0x64`.
 */
export function* hexIn({ close: text, mostHex }: Signs): Generator<Decoded> {
  if (mostHex < MIN_LENGTH) return
  const word = Buffer.allocUnsafe(text.length)
  const size = copyLetters(text, word, null)
  let places: Int32Array | null = null
  for (const [begun, end] of bytesIn(word.subarray(0, size))) {
    places ??= placesOf(text)
    yield decodedBetween(word, places, begun, end)
  }
}

function* bytesIn(word: Buffer): Generator<readonly [from: number, to: number]> {
  for (const [from, to] of digitsIn(word)) {
    for (const start of [from, from + 1]) {
      let begun = start
      for (let at = start; at <= to; at += 2) {
        if (at < to - 1 && isByte(word, at)) continue
        if (at - begun >= MIN_LENGTH) yield [begun, at]
        begun = at + 2
      }
    }
  }
}

const isByte = (word: Uint8Array, at: number): boolean =>
  (classOf(word, at) & HIGH) !== 0 ||
  ((classOf(word, at) & ZERO) !== 0 && (classOf(word, at + 1) & ZERO) !== 0)

const [X, SMALL_X, U, PLUS, NAUGHT] = Buffer.from('XxU+0')

/**
 * Copies the letters and digits of a text and records their positions. Leaves out `0x` and `U+`, which announce hex.
 * Returns the number copied.
 */
function copyLetters(text: Buffer, word: Uint8Array, places: Int32Array | null): number {
  let size = 0
  for (let at = 0; at < text.length; at++) {
    const code = text[at] ?? 0
    const before = word[size - 1]
    if ((code === PLUS && before === U) || ((code === SMALL_X || code === X) && before === NAUGHT)) size--
    else if (((CLASSES[code] ?? 0) & IN_WORD) !== 0) {
      if (places) places[size] = at
      word[size++] = code
    }
  }
  return size
}

function placesOf(text: Buffer): Int32Array {
  const places = new Int32Array(text.length)
  copyLetters(text, Buffer.allocUnsafe(text.length), places)
  return places
}

/**
 * Yields the long stretches of hex digits. Skips ahead by the minimum length, so most characters are never looked at.
 */
function* digitsIn(word: Buffer): Generator<readonly [from: number, to: number]> {
  const isDigit = (at: number) => (classOf(word, at) & DIGIT) !== 0
  let at = MIN_LENGTH - 1
  let done = 0
  while (at < word.length) {
    if (!isDigit(at)) {
      done = at + 1
      at += MIN_LENGTH
      continue
    }
    let from = at
    while (from > done && isDigit(from - 1)) from--
    let to = at + 1
    while (to < word.length && isDigit(to)) to++
    if (to - from >= MIN_LENGTH) yield [from, to]
    done = to
    at = to + MIN_LENGTH
  }
}

function decodedBetween(word: Buffer, places: Int32Array, from: number, to: number): Decoded {
  return {
    text: Buffer.from(word.toString('latin1', from, to), 'hex').toString('latin1'),
    span: (start, end) => [places[from + start * 2] ?? 0, (places[from + end * 2 - 1] ?? 0) + 1],
  }
}
