import { createCache } from '@/lib/platform/cache'

/** What this process has seen of its statements: those that are always quick need no other thread. */
export interface QuickStatements {
  /** Whether a statement of this text may run on the event loop. One that was never seen may not. */
  isQuick(text: string): boolean
  /** Notes how long it took. */
  note(text: string, ms: number): void
}

/** A detour to a thread costs some 0.1 ms, so less than this is no gain. */
const QUICK_MS = 0.5
/** After as many quick runs in a row it is taken for quick; one slow run sends it back to the threads. */
const QUICK_RUNS = 20
/** Statements whose lists differ in length are many; those unused for longest are forgotten. */
const MOST_TEXTS = 2000

/** Learns by text. The same text can be slow with other values, so each run counts, wherever it was. */
export function createQuickStatements(): QuickStatements {
  const quickRuns = createCache<{ runs: number }>({ most: MOST_TEXTS })
  return {
    isQuick: (text) => (quickRuns.get(text)?.runs ?? 0) >= QUICK_RUNS,
    note(text, ms) {
      const seen = quickRuns.get(text)
      const runs = ms < QUICK_MS ? (seen?.runs ?? 0) + 1 : 0
      if (seen) seen.runs = runs
      else quickRuns.set(text, { runs })
    },
  }
}
