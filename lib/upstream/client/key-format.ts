/** A key: the literal prefix and 32 characters; the interface says no more (section "Key"). */
export const KEY_FORMAT = /^xd_live_[\x21-\x7e]{32}$/

const PREFIX_LENGTH = 12
const PIECE_LENGTH = 12
const BLOCK_LENGTH = PIECE_LENGTH / 2
const SOME_KEY = /(xd_live_[\x21-\x7e]{4})[\x21-\x7e]{8,}/g
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** The part of a key that may be shown: `xd_live_` and 4 characters, like the upstream's own key_prefix. */
export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH)

/** Whether a key can stand in a header at all. */
export const isSendable = (key: string): boolean => HEADER_SAFE.test(key)

/**
 * Removes a key's secret part from a text by the upstream, in case it repeats the key or a piece of it. Except for the
 * prefix no 12 characters in a row stay.
 */
export function withoutSecret(text: string, key: string): string {
  if (!mayRepeat(text, key)) return text
  const secretPart = key.slice(PREFIX_LENGTH)
  const whole = secretPart.length < 8 ? text : withoutPiece(text, secretPart)
  return piecesOf(key).reduce((left, piece) => withoutPiece(left, piece), whole)
}

/**
 * Whether a text, or its bytes, can hold any 12 characters of a key (a key is ASCII, so its UTF-8 bytes are the same).
 * Each such piece holds one of these blocks whole: six searches instead of thirty, for pages at a key's full pace.
 */
export function mayRepeat(text: { includes(piece: string): boolean }, key: string): boolean {
  for (let at = BLOCK_LENGTH; at + BLOCK_LENGTH <= key.length; at += BLOCK_LENGTH) {
    if (text.includes(key.slice(at, at + BLOCK_LENGTH))) return true
  }
  return false
}

/** A JSON escape such as \n or \u0041 is never split: the page around it was paid for and must stay readable. */
function withoutPiece(text: string, piece: string): string {
  if (!text.includes(piece)) return text
  const literal = piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return text.replace(new RegExp(`(?<!\\\\(?:u[0-9a-fA-F]{0,3})?)${literal}`, 'g'), '…')
}

/** All runs of 12 characters except the prefix; those without a part of the prefix first, so that it stays readable. */
function piecesOf(key: string): string[] {
  const starts = Array.from({ length: Math.max(0, key.length - PIECE_LENGTH) }, (_, at) => at + 1)
  const inSecret = starts.filter((start) => start >= PREFIX_LENGTH)
  const astride = starts.filter((start) => start < PREFIX_LENGTH).reverse()
  return [...inSecret, ...astride].map((start) => key.slice(start, start + PIECE_LENGTH))
}

/** Removes the secret part of anything that looks like a key from a text for people. */
export const withoutKeys = (text: string): string => text.replace(SOME_KEY, '$1…')
