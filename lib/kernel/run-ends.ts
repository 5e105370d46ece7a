/** The reasons for which a run ends, in a few words, for lists and messages. */
export const RUN_ENDS = {
  last_page: 'Complete',
  repeated_cursor: 'Ended early: a page came again',
  repeated_page: 'Ended early: a page came again',
  empty_page: 'Ended early: only empty pages',
  unusable_cursor: 'Ended early: no way to the next page',
  next_page_not_found: 'Ended early: the next page was not found',
  cap_reached: 'Cap reached',
  budget_refused: 'Stopped by a budget',
  date_passed: 'Complete: the date is reached',
  unread_items: 'Ended early: its items cannot be read',
  unread_times: 'Ended early: its times cannot be read',
  nothing_new: 'Up to date',
  cancelled: 'Cancelled',
  problem: 'Ended early: a call failed',
  restarted: 'Ended early: Purser was restarted',
  provider_test: 'Test of the provider',
  subjects_ended: 'All subjects have ended',
} as const

/**
 * Returns the words for a stored reason, or the reason itself: another version of Purser may have written one that is
 * unknown here.
 */
export const describeRunEnd = (reason: string): string =>
  Object.entries(RUN_ENDS).find(([known]) => known === reason)?.[1] ?? reason
