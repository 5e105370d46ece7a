/** Possible columns of the table of items, in this order. */
export const ITEM_COLUMNS = ['time', 'author', 'text', 'new', 'note', 'marked', 'link', 'id'] as const
export type ItemColumn = (typeof ITEM_COLUMNS)[number]

/** Columns until somebody chooses. */
export const DEFAULT_COLUMNS: readonly ItemColumn[] = ['time', 'author', 'text', 'new', 'note', 'link', 'id']

interface ColumnWords {
  readonly label: string
  /** Minimum readable width in pixels. */
  readonly width: number
}

export const COLUMN_LABELS: Readonly<Record<ItemColumn, ColumnWords>> = {
  time: { label: 'Time', width: 100 },
  author: { label: 'Author', width: 120 },
  text: { label: 'Text', width: 220 },
  new: { label: 'New', width: 60 },
  note: { label: 'Note', width: 140 },
  marked: { label: 'Marked by', width: 120 },
  link: { label: 'Link', width: 80 },
  id: { label: 'Id', width: 120 },
}

/**
 * Returns the known columns in the table's own order, each once, whatever their order in the URL; the usual ones if it
 * names none.
 */
export function toItemColumns(chosen: readonly ItemColumn[]): readonly ItemColumn[] {
  const known = ITEM_COLUMNS.filter((column) => chosen.includes(column))
  return known.length === 0 ? DEFAULT_COLUMNS : known
}
