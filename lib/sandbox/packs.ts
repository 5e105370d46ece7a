import { invalid } from '@/lib/kernel'

/** Requests per second of each pack (section "Limits"). */
export const PACKS = { Free: 1, Starter: 10, Builder: 25, Growth: 100, Scale: 200 } as const

export type PackName = keyof typeof PACKS

export interface Purchase {
  readonly pack: PackName
  readonly boughtAt: Date
}

const isPackName = (name: string): name is PackName => Object.hasOwn(PACKS, name)

/** Parses a pack's name. Throws `invalid` for any other name. */
export function toPackName(name: string): PackName {
  if (isPackName(name)) return name
  throw invalid(`There is no pack named "${name}": choose one of ${Object.keys(PACKS).join(', ')}.`)
}

/**
 * Returns the requests per second of the largest pack bought in the last 12 months and not in the future, else those
 * of Free.
 */
export function rateOf(purchases: readonly Purchase[], now: Date): number {
  const since = new Date(now)
  since.setUTCFullYear(since.getUTCFullYear() - 1)
  const recent = purchases.filter(({ boughtAt }) => boughtAt >= since && boughtAt <= now)
  return Math.max(PACKS.Free, ...recent.map(({ pack }) => PACKS[pack]))
}
