/** A key: the literal prefix and 32 characters; the interface says no more (section "Key"). */
export const KEY_FORMAT = /^xd_live_[\x21-\x7e]{32}$/

/** How much of a key may be shown. */
export const PREFIX_LENGTH = 12
const SOME_KEY = /(xd_live_[\x21-\x7e]{4})[\x21-\x7e]{8,}/g
const HEADER_SAFE = /^[\x21-\x7e]+$/

/** The part of a key that may be shown: `xd_live_` and 4 characters, like the upstream's own key_prefix. */
export const keyPrefix = (key: string): string => key.slice(0, PREFIX_LENGTH)

/** Whether a key can stand in a header at all. */
export const isSendable = (key: string): boolean => HEADER_SAFE.test(key)

/** Removes the secret part of anything that looks like a key from a text for people. */
export const withoutKeys = (text: string): string => text.replace(SOME_KEY, '$1…')
