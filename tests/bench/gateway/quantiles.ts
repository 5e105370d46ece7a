const quantile = (all: readonly number[], part: number): string =>
  (all.toSorted((a, b) => a - b)[Math.floor(all.length * part)] ?? 0).toFixed(1)

/** Returns the median and the p95. */
export const both = (all: readonly number[]): string =>
  all.length === 0 ? '–' : `${quantile(all, 0.5)} / ${quantile(all, 0.95)}`
