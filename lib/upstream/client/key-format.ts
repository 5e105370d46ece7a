import type { Provider } from './provider'

const HEADER_SAFE = /^[\x21-\x7e]+$/
const MIN_LENGTH = 16
const MAX_LENGTH = 512
/** Number of characters that the interface document shows of its own keys. */
export const MAX_SHOWN_KEY_LENGTH = 12
/** Maximum share of a key that is shown: the rest of a short key must stay long enough to be a secret. */
const SHOWN_SHARE = 0.3

/** Returns how many characters of a key may be shown. */
export const shownKeyLength = (key: string): number =>
  Math.min(MAX_SHOWN_KEY_LENGTH, Math.floor(key.length * SHOWN_SHARE))

/** Returns the beginning of a key, by which people tell keys apart. */
export const keyPrefix = (key: string): string => key.slice(0, shownKeyLength(key))

/** Returns whether a key can stand in a header at all. */
export const isSendableKey = (key: string): boolean => HEADER_SAFE.test(key)

/** Describes the form of a provider's keys in a sentence for people who paste one. */
export function describeKeyForm({ key: { beginsWith, length } }: Pick<Provider, 'key'>): string {
  if (beginsWith !== null && length !== null)
    return `A key is ${beginsWith} followed by ${length - beginsWith.length} characters.`
  if (beginsWith !== null) return `A key begins with ${beginsWith}.`
  return `A key has ${length ?? `${MIN_LENGTH} to ${MAX_LENGTH}`} characters.`
}

/** Returns whether a text can be a key of the provider: 16 to 512 printable characters in the form that it names. */
export const isPossibleKey = (
  text: string,
  { key: { beginsWith, length } }: Pick<Provider, 'key'>,
): boolean =>
  isSendableKey(text) &&
  text.length >= MIN_LENGTH &&
  text.length <= MAX_LENGTH &&
  text.startsWith(beginsWith ?? '') &&
  text.length === (length ?? text.length)

/** Beginning of keys of the interface document and of Purser's own gateway. */
const USUAL_BEGINNING = 'xd_live_'

/** Removes the secret part of anything that looks like a key of the provider from a text for people. */
export function redactKeys(text: string, { key: { beginsWith } }: Pick<Provider, 'key'>): string {
  const beginnings = [...new Set([USUAL_BEGINNING, beginsWith ?? USUAL_BEGINNING])]
  return beginnings.reduce((rest, each) => {
    const literal = each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return rest.replace(new RegExp(`(${literal}[\\x21-\\x7e]{4})[\\x21-\\x7e]{8,}`, 'g'), '$1…')
  }, text)
}
