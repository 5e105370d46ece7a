import { createCache } from '@/lib/platform/cache'

/** A memory of how this process's read statements performed. */
export interface KnownReads {
  /** Returns whether a statement was never noted. */
  isNew(text: string): boolean
  /**
   * Returns whether a statement is quick with any values, by its plan. A detour to a thread would then only cost time.
   */
  isBounded(text: string, values: number): boolean
  /** Returns whether a statement took long when it was last noted. */
  isSlow(text: string): boolean
  note(text: string, seen: { readonly ms: number; readonly isBounded?: boolean }): void
}

const SLOW_MS = 100
/** Maximum number of values of a quick statement, because it reads a row for each. */
const MAX_VALUES = 32
/**
 * Maximum number of remembered statements. Those with lists of different lengths are many, so the least recently used
 * are dropped.
 */
const MAX_TEXTS = 2000

/**
 * Creates a memory of statements by text. A quick run proves nothing: with other values, the same text may take
 * seconds.
 */
export function createKnownReads(): KnownReads {
  const known = createCache<{ isBounded: boolean; isSlow: boolean }>({ max: MAX_TEXTS })
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
