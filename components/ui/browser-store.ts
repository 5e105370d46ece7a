/** For as long as the browser keeps it, or for this tab. */
type Where = 'localStorage' | 'sessionStorage'

/** Reads a stored text; null if there is none, or if the browser stores nothing. */
export function readStored(where: Where, name: string): string | null {
  try {
    return globalThis[where].getItem(name)
  } catch {
    return null
  }
}

/** Stores a text, or forgets it for null. A browser may refuse that; nothing more can be done. */
export function writeStored(where: Where, name: string, text: string | null): void {
  try {
    if (text === null) globalThis[where].removeItem(name)
    else globalThis[where].setItem(name, text)
  } catch {
    // As above.
  }
}

/** Returns the names of all stored texts. */
export function storedNames(where: Where): string[] {
  try {
    return Array.from({ length: globalThis[where].length }, (_, index) => globalThis[where].key(index) ?? '')
  } catch {
    return []
  }
}
