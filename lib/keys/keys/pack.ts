/** The packs and their requests per second (upstream-interface, Limits / Rate limit). */
const PACKS = [
  ['Free', 1],
  ['Starter', 10],
  ['Builder', 25],
  ['Growth', 100],
  ['Scale', 200],
] as const

/** The name of the pack that allows this rate, or null for a rate that is no pack's. */
export const packOf = (requestsPerSecond: number): string | null =>
  PACKS.find(([, rate]) => rate === requestsPerSecond)?.[0] ?? null
