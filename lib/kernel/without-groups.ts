/** Separators stand between whole groups of three: elsewhere a comma may be meant for a point. */
const GROUPED = /^\s*\d{1,3}(?:[\s,_]\d{3})+(?:\.\d+)?\s*$/

/** A number as a person typed it, without what separates its groups: "2,000.5" is "2000.5". */
export const withoutGroups = (text: string): string =>
  GROUPED.test(text) ? text.replace(/[\s,_]/g, '') : text.trim()
