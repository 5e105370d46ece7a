/** A column of a table: its heading, and whether it holds figures. */
export interface TableColumn {
  readonly title: string
  readonly isFigure?: boolean
}

/** Returns the lines of a table for people, with columns as wide as their content. */
export function tableLines(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string[] {
  const plain = rows.map((row) => row.map(harmless))
  const widths = columns.map(({ title }, place) =>
    Math.max(title.length, ...plain.map((row) => [...(row[place] ?? '')].length)),
  )
  const line = (cells: readonly string[]) =>
    columns
      .map(({ isFigure = false }, place) => pad(cells[place] ?? '', widths[place] ?? 0, isFigure))
      .join('  ')
      .trimEnd()
  return [line(columns.map(({ title }) => title)), ...plain.map(line)]
}

function pad(text: string, width: number, isFigure: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - [...text].length))
  return isFigure ? blanks + text : text + blanks
}

/** Removes control characters, because a name that somebody else chose could move the terminal's cursor. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '')
