/** Separators between whole groups of three only: elsewhere a comma may be meant as a decimal point. */
const GROUPED = /^\s*\d{1,3}(?:[\s,_]\d{3})+(?:\.\d+)?\s*$/

/** Removes group separators from a number that a person typed: "2,000.5" becomes "2000.5". */
export const withoutGroups = (text: string): string =>
  GROUPED.test(text) ? text.replace(/[\s,_]/g, '') : text.trim()
