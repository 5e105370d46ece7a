/** What both panels share, so that their buckets line up. */
export const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--mantine-color-dimmed)' },
} as const

export const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 } as const

export const Y_WIDTH = 48
