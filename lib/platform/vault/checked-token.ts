import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Number of characters that are derived from the others, so that no other text has them by chance. */
const CHECKED = 6
const PLAIN = /^[A-Za-z0-9]*$/

/** The form of a token: its beginning, and how many letters and digits follow. */
export interface TokenForm {
  readonly start: string
  readonly length: number
}

/** Creates a token of a form. All but six of its characters are random, 5.95 bits each. */
export function newCheckedToken({ start, length }: TokenForm): string {
  const drawn = Array.from({ length: length - CHECKED }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const head = start + drawn
  return head + checkOf(head)
}

/** Returns whether a text is a token of this form; a mistyped one is recognised without a look-up. */
export const isCheckedToken = (text: string, { start, length }: TokenForm): boolean =>
  text.length === start.length + length &&
  text.startsWith(start) &&
  PLAIN.test(text.slice(start.length)) &&
  checkOf(text.slice(0, -CHECKED)) === text.slice(-CHECKED)

function checkOf(head: string): string {
  const digest = createHash('sha256').update(head).digest()
  return Array.from(digest.subarray(0, CHECKED), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
