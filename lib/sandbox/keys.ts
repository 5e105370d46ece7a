import { createHash, randomInt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const FORMAT = /^xd_live_.{32}$/

/** Creates a new key: `xd_live_` and 32 characters (section "Key"). */
export const makeKey = (): string =>
  `xd_live_${Array.from({ length: 32 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`

/** Returns the leading part by which a key is named: `xd_live_` and 4 characters. */
export const prefixOf = (key: string): string => key.slice(0, 12)

/** Returns all that is kept of a key: its SHA-256, in hexadecimal. */
export const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/**
 * Reads the key of a request: `x-api-key`, else `Authorization: Bearer` (section "Authentication"). Null if there is
 * none, or if it is malformed.
 */
export function readKey(headers: IncomingHttpHeaders): string | null {
  const key = keyIn(headers, 'x-api-key', '') ?? keyIn(headers, 'authorization', 'Bearer')
  return key !== null && FORMAT.test(key) ? key : null
}

/** Returns the key in a header after a scheme, in any case; null if there is none. */
export function keyIn(headers: IncomingHttpHeaders, header: string, scheme: string): string | null {
  const value = headers[header]
  if (typeof value !== 'string') return null
  if (scheme === '') return value
  const [named = '', key, ...more] = value.trim().split(/ +/)
  return named.toLowerCase() === scheme.toLowerCase() && more.length === 0 ? (key ?? null) : null
}
