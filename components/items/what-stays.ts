/** States what a deletion of items leaves, for its confirmation. Kept on the server, because it is long. */
export const KEPT_AFTER_DELETION_TEXT =
  'This cannot be undone. The runs stay, with their counts, what they cost and the ledger; stars and notes stay; and known items are remembered, so that nothing old becomes new again. Runs that took pages from these free of charge lose their items too.'
