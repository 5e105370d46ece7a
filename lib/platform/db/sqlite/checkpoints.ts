import type { ThreadAnswer, ThreadTask } from './thread-lanes'

/** Has a thread copy the log into the database file. A commit would do so on the event loop. */
export interface Checkpoints {
  /** Leaves the copying to a thread from now on. */
  begin(): Promise<void>
  noteCommit(): void
  /**
   * Registers the function that sets the length of the log, in pages, from which a commit copies it itself; 0 for
   * never.
   */
  onAutoCheckpoint(set: (pages: number) => Promise<void>): void
  end(): void
}

/** Time, or number of commits, after which a thread looks at the log. It copies only if that is worth it. */
const EVERY_MS = 1000
const COMMITS = 500
/**
 * Length of the log, in pages, from which a checkpoint briefly waits for readers. With constant readers the log would
 * otherwise grow without end.
 */
const LONG_LOG_PAGES = 16_384
/** Length of the log, in pages, from which a commit copies it if no thread succeeds. */
const LATE_PAGES = 32_768

/** Creates the checkpoints. `run` executes a task in a thread, or returns null while there is none. */
export function createCheckpoints(run: (task: ThreadTask) => Promise<ThreadAnswer> | null): Checkpoints {
  let setPages: (pages: number) => Promise<void> = async () => undefined
  let [commits, dueAt, pages, isBusy] = [0, 0, LATE_PAGES, false]
  let state: 'before' | 'on' | 'ended' = 'before'

  async function set(wanted: number): Promise<void> {
    if (pages === wanted || state === 'ended') return
    pages = wanted
    await setPages(wanted)
  }

  async function copy(): Promise<void> {
    isBusy = true
    try {
      await run({ checkpoint: { longLogPages: LONG_LOG_PAGES } })
      await set(0)
    } catch {
      // The disk is full, or the thread died. The next attempt may succeed.
      await set(LATE_PAGES).catch(() => undefined)
    } finally {
      isBusy = false
    }
  }

  return {
    async begin() {
      state = 'on'
      await set(0).catch(() => undefined)
    },
    noteCommit() {
      commits++
      if (state !== 'on' || isBusy) return
      const now = performance.now()
      if (commits < COMMITS && now < dueAt) return
      commits = 0
      dueAt = now + EVERY_MS
      void copy()
    },
    onAutoCheckpoint(given) {
      setPages = given
    },
    end() {
      state = 'ended'
    },
  }
}
