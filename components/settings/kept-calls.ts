import { plural } from '@/lib/kernel'

const FOR_EVER = 'ever'
const OTHER = 'other'

/** How long details of calls can be kept, as a list to choose from. */
export const CALL_CHOICES = [
  { value: FOR_EVER, label: 'For ever' },
  { value: '6', label: '6 months' },
  { value: '12', label: '12 months' },
  { value: '24', label: '24 months' },
  { value: '36', label: '36 months' },
  { value: OTHER, label: 'Another number of months' },
] as const

/** The choice of the list for a number of months. */
export function callChoiceOf(months: number | null): string {
  if (months === null) return FOR_EVER
  return CALL_CHOICES.some(({ value }) => value === String(months)) ? String(months) : OTHER
}

/** The months of a choice; an impossible number is 0, which is refused. */
export function monthsOf(choice: string, typed: string | number): number | null {
  if (choice === FOR_EVER) return null
  return Number(choice === OTHER ? typed : choice) || 0
}

/** How long details are kept, in a few words. */
export const callsKeptFor = (months: number | null): string =>
  months === null ? 'Kept for ever' : `Kept for ${plural(months, 'month')}`

/** What leaves and what stays, in a few sentences. */
export const describeCallsKept = (months: number | null): string =>
  months === null
    ? 'No call is deleted from the ledger.'
    : `Once a whole month is ${plural(Math.max(1, months), 'month')} old, the ledger’s rows of its calls are deleted: who called, when, and what each call cost. All sums stay: usage, spend, totals, statements, balances, runs and their items. Unknown calls stay too. The audit log keeps a hash of what was deleted.`

/** What a shorter time would delete at once, in a sentence. */
export const describeCallsLoss = (calls: number): string =>
  calls === 0
    ? 'No call is that old yet: nothing is deleted at once.'
    : `The details of ${plural(calls, 'call')} will be deleted, beginning within the hour. This cannot be undone.`
