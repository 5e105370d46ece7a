interface SettledReading {
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/** Whether all charges show in a reading, if the provider said how late they may. */
export const isSettled = ({ quietMs, settlingMs }: SettledReading): boolean =>
  quietMs === null || settlingMs === null || quietMs >= settlingMs
