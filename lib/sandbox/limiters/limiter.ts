/** Decides whether one key may make a request now. Times are milliseconds of a clock that never goes back. */
export interface Limiter {
  /**
   * Returns null if the request may pass (and is counted), else the milliseconds until the next one would. The rate is
   * in requests a second and may change from one request to the next.
   */
  refuse(rate: number, now: number): number | null
}

export const SECOND = 1000
