interface SettledReading {
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/** Returns whether all charges show in a reading, if the provider stated how late they may be. */
export const isSettled = ({ quietMs, settlingMs }: SettledReading): boolean =>
  quietMs === null || settlingMs === null || quietMs >= settlingMs
