import { z } from 'zod'
import { nameInput } from '@/lib/platform/input'

const MAX_CHARACTERS = 1000

/** Address parameters that a view keeps. The position in a paged list is not among them. */
const KEPT = new Set(
  'range from to environment by measure step compare tab outcome key member service caller wallet search operation'.split(
    ' ',
  ),
)

/**
 * Returns the parameters of an address that a view keeps, in a fixed order. Others, and those without a value, are
 * left out.
 */
function keptQuery(given: string): string {
  const kept = [...new URLSearchParams(given)].filter(([name, value]) => KEPT.has(name) && value !== '')
  return new URLSearchParams(kept.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))).toString()
}

export const saveViewInput = z.object({
  name: nameInput(),
  query: z
    .string()
    .max(MAX_CHARACTERS, 'This address is too long to be saved.')
    .transform(keptQuery)
    .refine((query) => query.length <= MAX_CHARACTERS, 'This address is too long to be saved.'),
})
export const usageViewInput = z.object({ viewId: z.uuid() })

/** A saved view of usage, as the page shows it. */
export interface UsageView {
  readonly id: string
  readonly name: string
  /** The parameters of its address. */
  readonly query: string
  readonly createdByName: string
  /** True if the reader may delete it. */
  readonly mayDelete: boolean
}
