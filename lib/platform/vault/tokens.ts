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
function newCheckedToken({ start, length }: TokenForm): string {
  const drawn = Array.from({ length: length - CHECKED }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const head = start + drawn
  return head + checkOf(head)
}

/** Returns whether a text is a token of this form; a mistyped one is recognised without a look-up. */
const isCheckedToken = (text: string, { start, length }: TokenForm): boolean =>
  text.length === start.length + length &&
  text.startsWith(start) &&
  PLAIN.test(text.slice(start.length)) &&
  checkOf(text.slice(0, -CHECKED)) === text.slice(-CHECKED)

function checkOf(head: string): string {
  const digest = createHash('sha256').update(head).digest()
  return Array.from(digest.subarray(0, CHECKED), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
}

/** `pt_` and 42 letters and digits, which secret scanners can look for. 36 of them are random: 214 bits. */
const API_TOKEN = { start: 'pt_', length: 42 }

/** Creates a new token of the API. */
export const newApiToken = (): string => newCheckedToken(API_TOKEN)

/** Returns whether a text is an API token of any Purser. */
export const isApiToken = (text: string): boolean => isCheckedToken(text, API_TOKEN)

/**
 * `xd_live_pg` and 30 characters, so that clients of the upstream accept its form. 24 of them are random: 142 bits.
 */
const GATEWAY_TOKEN = { start: 'xd_live_pg', length: 30 }

/** Creates a new gateway key. */
export const newGatewayToken = (): string => newCheckedToken(GATEWAY_TOKEN)

/**
 * Returns whether a text is a gateway key of any Purser. Mistyped ones and keys of the upstream are not, which shows
 * without a look-up.
 */
export const isGatewayToken = (text: string): boolean => isCheckedToken(text, GATEWAY_TOKEN)

/** Returns what is stored of a link's token of 256 bits. A token of that length needs no salt and no slow hash. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
