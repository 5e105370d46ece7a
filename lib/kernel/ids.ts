import { v7 } from 'uuid'

/** A new row's id: a UUID of version 7, so ids sort by the time they were made. */
export const newId = (): string => v7()

/** An unguessable token of 256 bits, base64url: session ids, invite links. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
