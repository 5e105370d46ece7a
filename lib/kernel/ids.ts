import { v5, v7 } from 'uuid'

/** A new row's id: a UUID of version 7, so ids sort by the time they were made. */
export const newId = (): string => v7()

const NAMESPACE = '6f1d2a5e-3b7c-4c58-9d0e-2f4b8a1c7e93'

/** The id for a name: the same name gives the same id, so that two who create it create one. A UUID of version 5. */
export const idOf = (name: string): string => v5(name, NAMESPACE)

/** An unguessable token of 256 bits, base64url: session ids, invite links. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
