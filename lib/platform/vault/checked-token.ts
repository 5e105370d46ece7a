import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** So many of the characters follow from those before: no text of somebody else has them by chance. */
const CHECKED = 6
const PLAIN = /^[A-Za-z0-9]*$/

/** The form of a token: how it starts, and how many letters and digits follow. */
export interface TokenForm {
  readonly start: string
  readonly length: number
}

/** A new token of a form. All but six of its characters are drawn, 5.95 bits each. */
export function newCheckedToken({ start, length }: TokenForm): string {
  const drawn = Array.from({ length: length - CHECKED }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const head = start + drawn
  return head + checkOf(head)
}

/** Whether a text is a token of this form; of a mistyped one that is known without a look-up. */
export const isCheckedToken = (text: string, { start, length }: TokenForm): boolean =>
  text.length === start.length + length &&
  text.startsWith(start) &&
  PLAIN.test(text.slice(start.length)) &&
  checkOf(text.slice(0, -CHECKED)) === text.slice(-CHECKED)

function checkOf(head: string): string {
  const digest = createHash('sha256').update(head).digest()
  return Array.from(digest.subarray(0, CHECKED), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}
