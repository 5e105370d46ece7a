/** Audit actions: by a person, and by the age that the team chose. */
export const BY_PERSON = 'items.delete'
export const BY_AGE = 'items.expire'

/** The items of a run that were deleted. */
export interface DeletedItems {
  readonly items: number
  /** True if none of the run's items is left. */
  readonly isAll: boolean
  /** When the last of them were deleted; null if unknown, as for a page that another run had bought. */
  readonly at: Date | null
  /** Name of who deleted them; null if they were too old, or if it is unknown. */
  readonly byName: string | null
}
