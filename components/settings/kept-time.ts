import { plural } from '@/lib/kernel'

const FOR_EVER = 'ever'
/** Choice of a typed number. */
export const OTHER = 'other'

/** Choices as a list. */
export type TimeChoices = readonly { readonly value: string; readonly label: string }[]

/** Returns the choices: for ever, some numbers of a unit such as days, or another number. */
export const choicesOf = (unit: string, numbers: readonly number[]): TimeChoices => [
  { value: FOR_EVER, label: 'For ever' },
  ...numbers.map((number) => ({ value: String(number), label: plural(number, unit) })),
  { value: OTHER, label: `Another number of ${unit}s` },
]

/** Returns the choice for a time; null is for ever. */
export function choiceOf(choices: TimeChoices, time: number | null): string {
  if (time === null) return FOR_EVER
  return choices.some(({ value }) => value === String(time)) ? String(time) : OTHER
}

/** Returns the time of a choice; an impossible number is 0, which is refused. */
export function timeOf(choice: string, typed: string | number): number | null {
  if (choice === FOR_EVER) return null
  return Number(choice === OTHER ? typed : choice) || 0
}

/** Returns whether something would be kept for less time than now. */
export const isShorter = (time: number | null, now: number | null): boolean =>
  time !== null && (now === null || time < now)

/** Says how long something is kept, in a few words. */
export const keptFor = (time: number | null, unit: string): string =>
  time === null ? 'Kept for ever' : `Kept for ${plural(time, unit)}`
