const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2000

/** How long to wait before the database is asked again, in milliseconds: longer after each failure, counted from 0. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
