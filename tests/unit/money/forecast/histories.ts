import { createSeededRandom, drawNormal } from '@/lib/money/forecast/run-out'

export const KINDS = ['steady', 'weekly pattern', 'slow growth', 'bursts', 'quiet'] as const
export type Kind = (typeof KINDS)[number]

export const DAY_MS = 86_400_000
export const START = Date.parse('2026-01-05T00:00:00Z')
const DAILY = 1_000_000_000_000

/**
 * Returns the spend per day of a made-up team, in nano-credits; day 0 is a Monday. Always the same for a
 * seed.
 */
export function historyOf(kind: Kind, days: number, seed: number): number[] {
  const random = createSeededRandom(seed)
  const noise = (share: number) => Math.max(0, 1 + share * drawNormal(random))
  // The level drifts a little, as that of real teams does.
  let level = DAILY * (0.5 + random())
  const growth = 1 + 0.006 * random()
  const weekend = 0.1 + 0.3 * random()
  const burst = 0.05 + 0.1 * random()
  const spendOn = (day: number): number => {
    level *= Math.exp(0.015 * drawNormal(random))
    const isWeekend = day % 7 >= 5
    switch (kind) {
      case 'steady':
        return level * noise(0.15)
      case 'weekly pattern':
        return level * (isWeekend ? weekend : 1.3) * noise(0.2)
      case 'slow growth':
        return level * growth ** day * noise(0.2)
      case 'bursts':
        return level * (random() < burst ? 6 * random() + 2 : 0.4) * noise(0.3)
      case 'quiet':
        return random() < 0.35 ? level * noise(0.5) : 0
    }
  }
  return Array.from({ length: days }, (_, day) => spendOn(day))
}
