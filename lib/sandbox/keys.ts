import { createHash, randomInt } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const FORMAT = /^xd_live_.{32}$/

/** A new key: `xd_live_` and 32 characters (section "Key"). */
export const makeKey = (): string =>
  `xd_live_${Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** The leading part by which a key is named: `xd_live_` and 4 characters. */
export const prefixOf = (key: string): string => key.slice(0, 12)

/** All that is kept of a key: its SHA-256, in hexadecimal. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Reads the key of a request: `x-api-key`, else `Authorization: Bearer` (section "Authentication"). Null: none, or malformed. */
export function readKey(headers: { readonly apiKey: string | null; readonly authorization: string | null }) {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? null
  const key = headers.apiKey ?? bearer
  return key !== null && FORMAT.test(key) ? key : null
}
