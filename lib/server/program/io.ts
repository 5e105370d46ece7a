import type { Clock } from '@/lib/kernel'

/** Input and output of the command line: the process's own, or a test's. */
export interface ProgramIo {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  /** Writes a line for the reader or the next program. */
  print(line: string): void
  /** Writes a line about the work, apart from the output. */
  note(line: string): void
  /** Writes a file as a whole or not at all; null: to where `print` writes. */
  save(file: string | null, body: ReadableStream<Uint8Array>): Promise<void>
}

/** Exit codes of commands for the shell. */
export const EXIT_CODES = { done: 0, failed: 1, wrongUse: 2, stopped: 3 } as const

/** A column of a table: its heading, and whether it holds figures. */
interface TableColumn {
  readonly title: string
  readonly isFigure?: boolean
}

/** Prints a table for people, with columns as wide as their content. A title that ends in "#" is one of figures. */
export function printTable(
  { print }: ProgramIo,
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const columns = titles.map(
    (title): TableColumn => ({
      title: title.replace(/#$/, ''),
      isFigure: title.endsWith('#'),
    }),
  )
  const plain = rows.map((row) => row.map(removeControlCharacters))
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...plain.map((row) => [...(row[index] ?? '')].length)),
  )
  const line = (cells: readonly string[]) =>
    columns
      .map(({ isFigure = false }, index) => pad(cells[index] ?? '', widths[index] ?? 0, isFigure))
      .join('  ')
      .trimEnd()
  for (const cells of [columns.map(({ title }) => title), ...plain]) print(line(cells))
}

function pad(text: string, width: number, isFigure: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - [...text].length))
  return isFigure ? blanks + text : text + blanks
}

/** Removes control characters, because a name that somebody else chose could move the terminal's cursor. */
export const removeControlCharacters = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '')
