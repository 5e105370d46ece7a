import type { Decoded } from './decoded'
import type { Signs } from './signs'

// Four characters of base64 encode three bytes. If these are printable ASCII, the first three characters have few
// possible values, which tells such a piece from nearly all other words. In UTF-16 every other byte is zero, so every
// other four begin with `A`.
const [IN_WORD, FIRST, SECOND, THIRD] = [1, 2, 4, 8]
const [ZERO, HALF, ENDS_IN_ZERO] = [16, 32, 64]
const FOUR = 4
/** Number of fours that justify a closer look: they hold nine characters of a key. */
const MIN_FOURS = 3
/** Positions in a four at which each byte can stand. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, code) => {
  const sign = String.fromCharCode(code)
  const is = (pattern: RegExp, flag: number) => (pattern.test(sign) ? flag : 0)
  return (
    is(/[\w+/-]/, IN_WORD) |
    is(/[I-Za-f]/, FIRST) |
    is(/[A-HQ-Xg-nw-z0-3]/, SECOND) |
    is(/[ABEFIJMNQRUVYZcdghklopstwx014589]/, THIRD) |
    is(/A/, ZERO) |
    is(/[C-H]/, HALF) |
    is(/[AEIMQUYcgkosw048]/, ENDS_IN_ZERO)
  )
})

const isAt = (text: Buffer, at: number, flag: number): boolean => ((CLASSES[text[at] ?? 0] ?? 0) & flag) !== 0

function isFourAt(text: Buffer, at: number): boolean {
  const first = CLASSES[text[at] ?? 0] ?? 0
  if ((first & FIRST) !== 0)
    return isAt(text, at + 1, SECOND) && isAt(text, at + 2, THIRD) && isAt(text, at + 3, IN_WORD)
  return (
    (first & ZERO) !== 0 &&
    isAt(text, at + 1, HALF) &&
    isAt(text, at + 2, ENDS_IN_ZERO) &&
    isAt(text, at + 3, ZERO)
  )
}

/**
 * Yields the pieces of a text that may be printable text in base64, decoded. The text comes without spaces and
 * invisible characters. A piece may begin at any character, so at any time there is at most one for each remainder.
 * Checking every third block of four characters is enough to meet one of its fours.
 */
export function* base64In({ close: text }: Signs): Generator<Decoded> {
  const doneUntil = [0, 0, 0, 0]
  for (let block = 0; block < text.length; block += FOUR * MIN_FOURS) {
    for (let at = block; at < block + FOUR; at++) {
      if (!isFourAt(text, at) || at < (doneUntil[at % FOUR] ?? 0)) continue
      let from = at
      while (isFourAt(text, from - FOUR)) from -= FOUR
      let to = at + FOUR
      while (isFourAt(text, to)) to += FOUR
      doneUntil[at % FOUR] = to
      if (to - from >= FOUR * MIN_FOURS) yield decodedBetween(text, from, to)
    }
  }
}

/** Decodes a piece with up to four more characters on each side, where part of a byte at the edge may lie. */
function decodedBetween(text: Buffer, first: number, last: number): Decoded {
  let from = first
  while (from > first - FOUR && isAt(text, from - 1, IN_WORD)) from--
  if (from > first - FOUR) from = first
  let to = last
  while (to < last + FOUR && isAt(text, to, IN_WORD)) to++
  return {
    text: Buffer.from(text.toString('latin1', from, to), 'base64').toString('latin1'),
    span: (start, end) => [from + Math.floor((start * 4) / 3), Math.min(to, from + Math.ceil((end * 4) / 3))],
  }
}
