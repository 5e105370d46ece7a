/** As many columns as a person can follow and a page can fill. */
export const MOST_COLUMNS = 8

interface Pinnable {
  readonly id: string
  readonly isPinned: boolean
}

/**
 * The searches that a deck shows, in its order: those that its address names, else the member's pinned ones. Names of
 * what the member may not see, or what is gone, are passed over.
 */
export function columnsOf<Search extends Pinnable>(
  searches: readonly Search[],
  asked: string | null,
): readonly Search[] {
  if (asked === null) return searches.filter(({ isPinned }) => isPinned).slice(0, MOST_COLUMNS)
  const byId = new Map(searches.map((search) => [search.id, search]))
  const ids = [...new Set(asked.split(','))]
  return ids.flatMap((id) => byId.get(id) ?? []).slice(0, MOST_COLUMNS)
}

/** Columns as an address names them. */
export const addressOf = (columns: readonly { readonly id: string }[]): string =>
  columns.map(({ id }) => id).join(',')

/** The same with one of them moved, by as many places as there are. */
export function moveColumn<Column>(columns: readonly Column[], from: number, by: number): readonly Column[] {
  const column = columns[from]
  if (column === undefined) return columns
  const to = Math.min(columns.length - 1, Math.max(0, from + by))
  return columns.toSpliced(from, 1).toSpliced(to, 0, column)
}
