/** The packs, from the slowest (upstream-interface, Limits / Rate limit). */
export const PACK_NAMES = ['Free', 'Starter', 'Builder', 'Growth', 'Scale'] as const
export type Pack = (typeof PACK_NAMES)[number]

/** Their requests per second. */
export const PACK_RATES: Readonly<Record<Pack, number>> = {
  Free: 1,
  Starter: 10,
  Builder: 25,
  Growth: 100,
  Scale: 200,
}

/** The pack that allows this rate, or null for a rate that is no pack's. */
export const packOf = (requestsPerSecond: number): Pack | null =>
  PACK_NAMES.find((name) => PACK_RATES[name] === requestsPerSecond) ?? null
