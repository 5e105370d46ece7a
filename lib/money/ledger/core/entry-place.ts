/** A position in a team's entries, which are ordered by (at, id). The entries before it are older. */
export interface EntryPlace {
  readonly at: Date
  /** Empty for the position before all entries of that moment. */
  readonly id: string
}

/** Pattern of a position as text. */
export const ENTRY_PLACE = /^(\d{1,15})-([0-9a-z-]{0,64})$/

/** Formats a position as text, for addresses. */
export const writePlace = ({ at, id }: EntryPlace): string => `${at.getTime()}-${id}`

/** Reads a position from its text; null if the text is not one. */
export function readPlace(text: string): EntryPlace | null {
  const [, at, id] = ENTRY_PLACE.exec(text) ?? []
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id }
}
