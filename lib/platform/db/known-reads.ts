import { createCache } from '@/lib/platform/cache'

/** What this process knows of its statements that read. */
export interface KnownReads {
  /** Whether it was never noted. */
  isNew(text: string): boolean
  /** Whether it is quick with any values, by its plan. Then a detour to a thread would only cost. */
  isBounded(text: string, values: number): boolean
  /** Whether it took long when it was last noted. */
  isSlow(text: string): boolean
  note(text: string, seen: { readonly ms: number; readonly isBounded?: boolean }): void
}

const SLOW_MS = 100
/** A row is read for each value. */
const MAX_VALUES = 32
/** Statements whose lists differ in length are many; those unused for longest are forgotten. */
const MAX_TEXTS = 2000

/** Remembers statements by text. That one was quick tells nothing: with other values the same text may take seconds. */
export function createKnownReads(): KnownReads {
  const known = createCache<{ isBounded: boolean; isSlow: boolean }>({ most: MAX_TEXTS })
  return {
    isNew: (text) => known.get(text) === undefined,
    isBounded: (text, values) => values <= MAX_VALUES && known.get(text)?.isBounded === true,
    isSlow: (text) => known.get(text)?.isSlow === true,
    note(text, { ms, isBounded }) {
      const isSlow = ms > SLOW_MS
      const before = known.get(text)
      if (before) before.isSlow = isSlow
      else known.set(text, { isBounded: isBounded === true, isSlow })
    },
  }
}
