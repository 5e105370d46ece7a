/** The rate of successful calls, measured over the last seconds. Milliseconds of a monotonic clock. */
export interface GoodRate {
  answered(now: number): void
  /** Answers a second; null without enough history to tell. */
  at(now: number): number | null
  forget(): void
}

// With less, one early 429 threw a key of 10 a second down to 0.07.
const HISTORY_MS = 1500
const WINDOW_MS = 2 * HISTORY_MS

/** Remembers a few seconds and no more, however long the process runs. */
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
