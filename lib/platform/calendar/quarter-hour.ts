/**
 * Length of the steps that rollups sum: the finest step by which any time zone differs from UTC, so that a day of
 * Asia/Kolkata (UTC+5:30) or Asia/Kathmandu (UTC+5:45) is a whole number of them.
 */
export const QUARTER_HOUR_MS = 900_000

/** Number of quarter hours in 24 hours. */
export const QUARTER_HOURS_A_DAY = 96

/**
 * Returns the quarter hours of the last `days` days, including the present one: from the first up to but excluding
 * `to`.
 */
export function lastQuarterHours(now: Date, days: number): { readonly from: number; readonly to: number } {
  const to = quarterHourOf(now) + 1
  return { from: to - days * QUARTER_HOURS_A_DAY, to }
}

/** Returns the quarter hour since the epoch in which a moment lies. */
export const quarterHourOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_HOUR_MS)

/** Returns the moment at which a quarter hour since the epoch begins. */
export const startOfQuarterHour = (quarterHour: number): Date => new Date(quarterHour * QUARTER_HOUR_MS)
