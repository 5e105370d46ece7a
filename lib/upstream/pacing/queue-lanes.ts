/** A waiting call. One that is gone is skipped, which is cheaper than removing it from its lane. */
export interface Entry {
  readonly id: string
  readonly job: () => Promise<unknown>
  isGone: boolean
}

/** Queues that take turns. A Map keeps them in the order of their turns. */
export class Lanes {
  readonly #lanes = new Map<string, Entry[]>()

  push(lane: string, entry: Entry): void {
    const entries = this.#lanes.get(lane)
    if (entries) entries.push(entry)
    else this.#lanes.set(lane, [entry])
  }

  /** Removes and returns the first entry of the lane whose turn it is; that lane moves to the end. */
  shift(): Entry | undefined {
    for (const [lane, entries] of this.#lanes) {
      const entry = shiftPresent(entries)
      this.#lanes.delete(lane)
      if (entries.length > 0) this.#lanes.set(lane, entries)
      if (entry) return entry
    }
    return undefined
  }
}

/** Removes and returns the first entry that is not gone. */
export function shiftPresent(entries: Entry[]): Entry | undefined {
  for (let entry = entries.shift(); entry; entry = entries.shift()) if (!entry.isGone) return entry
  return undefined
}
