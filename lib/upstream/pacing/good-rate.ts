/** Measures the rate of successful calls over the last seconds, in milliseconds of a monotonic clock. */
export interface GoodRate {
  answered(now: number): void
  /** Returns answers a second; null without enough history to tell. */
  at(now: number): number | null
  forget(): void
}

// With a shorter history, one early 429 reduced a key of 10 a second to 0.07.
const HISTORY_MS = 1500
const WINDOW_MS = 2 * HISTORY_MS

/** Creates a measure that remembers a few seconds, however long the process runs. */
export function createGoodRate(): GoodRate {
  const answers: number[] = []
  const prune = (now: number) => {
    while (answers[0] !== undefined && answers[0] < now - WINDOW_MS) answers.shift()
  }
  return {
    answered(now) {
      prune(now)
      answers.push(now)
    },
    at(now) {
      prune(now)
      const first = answers[0]
      if (first === undefined || now - first < HISTORY_MS) return null
      return answers.length / ((now - first) / 1000)
    },
    forget() {
      answers.length = 0
    },
  }
}
