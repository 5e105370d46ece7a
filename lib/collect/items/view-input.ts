import { z } from 'zod'
import { searchText } from '@/lib/platform/input'

/** Which items of a run are shown, and in which order. */
export const viewInput = z.object({
  /** Words that the text, the author or the team's note must hold, whatever their case and however accents were typed. */
  text: searchText(200).default(''),
  /** Items that the team has hidden are in no view but `hidden`. */
  only: z.enum(['all', 'new', 'starred', 'noted', 'hidden']).default('all'),
  /** In original order, or by time, or by author. */
  sort: z.enum(['bought', 'newest', 'oldest', 'author']).default('bought'),
})
export type View = z.output<typeof viewInput>
