import { z } from 'zod'
import { searchText } from '@/lib/platform/input'

/** Input that selects and orders the items of a run. */
export const viewInput = z.object({
  /**
   * Words that the text, the author or the team's note must contain, regardless of case and of how accents were typed.
   */
  text: searchText(200).default(''),
  /** Filter. Items that the team has hidden appear only in the view `hidden`. */
  only: z.enum(['all', 'new', 'starred', 'noted', 'hidden']).default('all'),
  /** Order: original, by time, or by author. */
  sort: z.enum(['bought', 'newest', 'oldest', 'author']).default('bought'),
})
export type View = z.output<typeof viewInput>
