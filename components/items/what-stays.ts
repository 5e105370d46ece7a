/** States what a deletion of items leaves, for its confirmation. Kept on the server, because it is long. */
export const KEPT_AFTER_DELETION_TEXT =
  'This cannot be undone. Runs, their counts and costs, the ledger, stars and notes are kept. Known items are remembered, so old items are never counted as new again. Runs that reused these pages lose their items too.'
