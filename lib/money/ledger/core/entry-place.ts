/** A place in a team's entries, which stand in the order of (at, id): the entries before it are older. */
export interface EntryPlace {
  readonly at: Date
  /** Empty for the place before all entries of that moment. */
  readonly id: string
}

/** What an entry's place looks like as text. */
export const ENTRY_PLACE = /^(\d{1,15})-([0-9a-z-]{0,64})$/

/** The place as text, for addresses. */
export const writePlace = ({ at, id }: EntryPlace): string => `${at.getTime()}-${id}`

/** Reads a place; null where the text is none. */
export function readPlace(text: string): EntryPlace | null {
  const [, at, id] = ENTRY_PLACE.exec(text) ?? []
  return at === undefined || id === undefined ? null : { at: new Date(Number(at)), id }
}
