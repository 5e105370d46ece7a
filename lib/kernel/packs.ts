/** The packs, slowest first (upstream-interface, Limits / Rate limit). */
export const PACK_NAMES = ['Free', 'Starter', 'Builder', 'Growth', 'Scale'] as const
export type Pack = (typeof PACK_NAMES)[number]

/** Requests per second by pack. */
export const PACK_RATES: Readonly<Record<Pack, number>> = {
  Free: 1,
  Starter: 10,
  Builder: 25,
  Growth: 100,
  Scale: 200,
}

/** Returns the pack that allows this rate, or null if no pack does. */
export const packOf = (requestsPerSecond: number): Pack | null =>
  PACK_NAMES.find((name) => PACK_RATES[name] === requestsPerSecond) ?? null
