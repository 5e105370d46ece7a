interface SettledReading {
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/**
 * Whether nothing had been charged for so long before a reading that all charges show in it. Where the contract does not
 * say how late they show, they are taken to show within `usualMs`.
 */
export const isSettled = ({ quietMs, settlingMs }: SettledReading, usualMs = 0): boolean =>
  quietMs === null || quietMs >= (settlingMs ?? usualMs)
