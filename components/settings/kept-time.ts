import { plural } from '@/lib/kernel'

const FOR_EVER = 'ever'
/** The choice of a number that is typed. */
export const OTHER = 'other'

/** What can be chosen from, as a list. */
export type TimeChoices = readonly { readonly value: string; readonly label: string }[]

/** For ever, some numbers of a unit such as days, or another number. */
export const choicesOf = (unit: string, numbers: readonly number[]): TimeChoices => [
  { value: FOR_EVER, label: 'For ever' },
  ...numbers.map((number) => ({ value: String(number), label: plural(number, unit) })),
  { value: OTHER, label: `Another number of ${unit}s` },
]

/** The choice of a list for a time; null is for ever. */
export function choiceOf(choices: TimeChoices, time: number | null): string {
  if (time === null) return FOR_EVER
  return choices.some(({ value }) => value === String(time)) ? String(time) : OTHER
}

/** The time of a choice; an impossible number is 0, which is refused. */
export function timeOf(choice: string, typed: string | number): number | null {
  if (choice === FOR_EVER) return null
  return Number(choice === OTHER ? typed : choice) || 0
}

/** Whether something would be kept for less time than now. */
export const isShorter = (time: number | null, now: number | null): boolean =>
  time !== null && (now === null || time < now)

/** How long something is kept, in a few words. */
export const keptFor = (time: number | null, unit: string): string =>
  time === null ? 'Kept for ever' : `Kept for ${plural(time, unit)}`
