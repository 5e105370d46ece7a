import type { Axis } from './ticks'

/** Settings that both panels share, so that their buckets line up. */
export const AXIS = {
  tickLine: false,
  axisLine: false,
  tick: { fill: 'var(--mantine-color-dimmed)' },
} as const

export const MARGIN = { top: 8, right: 4, bottom: 0, left: 0 } as const

export const Y_WIDTH = 56

/** Returns the props of an upright axis with prepared lines and names. */
export const yAxisOf = ({ low, high, ticks }: Axis) => ({
  width: Y_WIDTH,
  domain: [low, high],
  ticks: ticks.map(({ value }) => value),
  tickFormatter: (at: number) => ticks.find(({ value }) => value === at)?.text ?? '',
  interval: 0 as const,
  ...AXIS,
})
