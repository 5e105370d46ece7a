import { joined, type Rewritten, rewritten } from './escapes'
import type { Signs } from './signs'

/** Twelve byte values in a row, each perhaps on an indented line of its own. */
const MAY_BE_BYTES = /(?:(?<!\d)\d{2,3}[\s,;|]{1,40}){11}\d{2,3}/
/** Minimum number of digits in such a list. */
const MIN_DIGITS = 24
const NUMBER = /(\d{1,3})[\s,;|]*/g

/**
 * Returns a text whose lists of byte values, such as `120, 100, 95`, are replaced by their characters. Null if it has
 * none.
 */
export function withoutDecimals(
  { text, places }: Rewritten,
  { mostListed }: Signs,
  mapped: boolean,
): Rewritten | null {
  if (mostListed < MIN_DIGITS || !MAY_BE_BYTES.test(text)) return null
  const signs = rewritten(text, NUMBER, ([digits]) => String.fromCharCode(Number(digits)))
  return { text: signs.text, places: mapped ? joined(places, signs.places) : null }
}
