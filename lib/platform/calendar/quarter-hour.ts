/**
 * Rollups sum quarter hours, the finest step by which any time zone differs from UTC: so a day of Asia/Kolkata
 * (UTC+5:30) or Asia/Kathmandu (UTC+5:45) is a whole number of them.
 */
export const QUARTER_HOUR_MS = 900_000

/** In 24 hours. */
export const QUARTER_HOURS_A_DAY = 96

/** The quarter hour since the epoch in which a moment lies. */
export const quarterHourOf = (at: Date): number => Math.floor(at.getTime() / QUARTER_HOUR_MS)

/** The moment at which a quarter hour since the epoch begins. */
export const startOfQuarterHour = (quarterHour: number): Date => new Date(quarterHour * QUARTER_HOUR_MS)
