import { v5, v7 } from 'uuid'

/** Returns an id for a new row: a UUID of version 7, so that ids sort by creation time. */
export const newId = (): string => v7()

const NAMESPACE = '6f1d2a5e-3b7c-4c58-9d0e-2f4b8a1c7e93'

/**
 * Returns the id for a name, a UUID of version 5. The same name gives the same id, so that two creators create one
 * row.
 */
export const idFromName = (name: string): string => v5(name, NAMESPACE)

/** Returns an unguessable token of 256 bits in base64url, for session ids and invite links. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
