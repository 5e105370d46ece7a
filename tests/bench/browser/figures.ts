/**
 * Returns a row of the printed table: number of samples, median, 95th percentile and maximum, in
 * milliseconds.
 */
export function summary(samples: readonly number[]): string[] {
  const sorted = [...samples].sort((a, b) => a - b)
  const at = (part: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(0)
  return [String(sorted.length), at(0.5), at(0.95), at(1)]
}

/** Prints cells as a row of a Markdown table. */
export const printRow = (cells: readonly string[]): void => console.log(`| ${cells.join(' | ')} |`)

/** Prints the head of a Markdown table. */
export function printHead(cells: readonly string[]): void {
  console.log('')
  printRow(cells)
  printRow(cells.map(() => '---'))
}
