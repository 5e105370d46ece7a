import { plural } from '@/lib/kernel'

/** Describes what leaves and what stays, in a few sentences; “For ever” needs no description. */
export const describeCallsKept = (months: number | null): string | null =>
  months === null
    ? null
    : `Once a whole month is ${plural(Math.max(1, months), 'month')} old, the ledger’s rows of its calls are deleted: who called, when, and what each call cost. All sums stay: usage, spend, totals, statements, balances, runs and their items. Unknown calls stay too. The audit log keeps a hash of what was deleted.`

/** Says what a shorter time would delete at once, in a sentence. */
export const describeCallsLoss = (calls: number): string =>
  calls === 0
    ? 'No call is that old yet: nothing is deleted at once.'
    : `The details of ${plural(calls, 'call')} will be deleted, beginning within the hour. This cannot be undone.`
