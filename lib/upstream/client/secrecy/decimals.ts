import { joined, type Rewritten, rewritten } from './escapes'
import type { Signs } from './signs'

/** Twelve numbers of bytes in a row, each perhaps on a line of its own that is set in. */
const MAY_BE_BYTES = /(?:(?<!\d)\d{2,3}[\s,;|]{1,40}){11}\d{2,3}/
/** Digits that these have at least. */
const FEWEST_DIGITS = 24
const NUMBER = /(\d{1,3})[\s,;|]*/g

/** A text with the signs for lists of bytes in it, such as `120, 100, 95`; null if it has none, by its signs or by itself. */
export function withoutDecimals(
  { text, places }: Rewritten,
  { mostListed }: Signs,
  mapped: boolean,
): Rewritten | null {
  if (mostListed < FEWEST_DIGITS || !MAY_BE_BYTES.test(text)) return null
  const signs = rewritten(text, NUMBER, ([digits]) => String.fromCharCode(Number(digits)))
  return { text: signs.text, places: mapped ? joined(places, signs.places) : null }
}
