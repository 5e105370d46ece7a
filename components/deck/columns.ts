/** Maximum number of columns that a person can follow and a page can hold. */
export const MAX_COLUMNS = 8

interface Pinnable {
  readonly id: string
  readonly isPinned: boolean
}

/**
 * Returns the searches that a deck shows, in its order: those that its URL names, else the member's pinned ones.
 * Searches that the member may not see, or that are gone, are skipped.
 */
export function columnsOf<Search extends Pinnable>(
  searches: readonly Search[],
  asked: string | null,
): readonly Search[] {
  if (asked === null) return searches.filter(({ isPinned }) => isPinned).slice(0, MAX_COLUMNS)
  const byId = new Map(searches.map((search) => [search.id, search]))
  const ids = [...new Set(asked.split(','))]
  return ids.flatMap((id) => byId.get(id) ?? []).slice(0, MAX_COLUMNS)
}

/** Writes columns as a URL names them. */
export const addressOf = (columns: readonly { readonly id: string }[]): string =>
  columns.map(({ id }) => id).join(',')

/** Returns the columns with one of them moved, within bounds. */
export function moveColumn<Column>(columns: readonly Column[], from: number, by: number): readonly Column[] {
  const column = columns[from]
  if (column === undefined) return columns
  const to = Math.min(columns.length - 1, Math.max(0, from + by))
  return columns.toSpliced(from, 1).toSpliced(to, 0, column)
}
