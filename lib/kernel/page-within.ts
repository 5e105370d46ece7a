/** A position in a list: the row after which a page begins, or before which it ends. */
interface Position {
  readonly after?: string | undefined
  readonly before?: string | undefined
}

interface PageOfIds {
  readonly ids: readonly string[]
  /** Rows before and after which the pages around it are; null if there is none. */
  readonly previous: string | null
  readonly next: string | null
}

/** Returns the page at a position of a list of ids; null if the row is not in it. */
export function pageWithin(
  all: readonly string[],
  limit: number,
  { after, before }: Position,
): PageOfIds | null {
  const asked = after ?? before
  const at = asked === undefined ? -1 : all.indexOf(asked)
  if (asked !== undefined && at < 0) return null
  const begin = after !== undefined ? at + 1 : Math.max(0, at - limit)
  const ids = all.slice(begin, begin + limit)
  return {
    ids,
    previous: begin > 0 ? (ids[0] ?? null) : null,
    next: begin + limit < all.length ? (ids.at(-1) ?? null) : null,
  }
}
