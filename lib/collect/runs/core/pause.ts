const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 2000

/** Returns the milliseconds to wait before asking the database again: longer after each failure, counted from 0. */
export const pauseAfter = (failures: number): number => Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures)
