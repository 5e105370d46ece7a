/** A request for a part of a list. */
export interface SliceRequest {
  /** Milliseconds; later items do not exist for this reading, so that pages do not shift under a reader. */
  readonly asOf: number
  /** End of the previous part, or null for the beginning. */
  readonly after: number | null
  readonly count: number
}

/** A part of a list, and where to continue: null if nothing is left. */
export interface Slice<Item> {
  readonly items: readonly Item[]
  readonly next: number | null
}

/** Takes a part of positions given in reading order. Draws one more than requested to learn whether any is left. */
export function takeSlice<Item>(
  positions: Iterable<number>,
  count: number,
  read: (position: number) => Item,
): Slice<Item> {
  const taken: number[] = []
  for (const position of positions) {
    if (taken.length === count) return { items: taken.map(read), next: taken.at(-1) ?? null }
    taken.push(position)
  }
  return { items: taken.map(read), next: null }
}
