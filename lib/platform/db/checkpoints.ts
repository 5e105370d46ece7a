import type { ThreadAnswer, ThreadTask } from './thread-lanes'

/** Lets a thread copy what was written from the log into the database file; a commit would do it on the event loop. */
export interface Checkpoints {
  /** Commits leave it to a thread from now on. */
  begin(): Promise<void>
  noteCommit(): void
  /** Takes how to set from which length of the log on a commit copies it itself; 0 for never. */
  onAutoCheckpoint(set: (pages: number) => Promise<void>): void
  end(): void
}

/** The thread looks this often where much is written; it copies only what is worth it. */
const EVERY_MS = 1000
const COMMITS = 500
/** With readers all the time the log would go on growing: from this length on a checkpoint waits for them, for a moment. */
const LONG_LOG_PAGES = 16_384
/** Where no thread succeeds, a commit copies the log from this length on. */
const LATE_PAGES = 32_768

/** `run` does a task in a thread; null while there is none. */
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
      // The disk is full, or the thread died. The next one may succeed.
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
