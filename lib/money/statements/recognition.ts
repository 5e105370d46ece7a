import { type OperationName, operationEntries } from '@/lib/kernel'
import type { Movement } from './account-for'
import { usedOperations, type Window } from './windows'

/** When the real price of each operation became known. */
export type KnownAt = Readonly<Record<OperationName, Date>>

/**
 * Returns when a window could be accounted for: at its end, or once its lost calls were resolved and the prices of its
 * operations were known. A report of a day must also cover what was recognised on that day.
 */
export function recognisedAt(window: Window, knownAt: KnownAt): Date {
  let last = window.lost.length === 0 ? window.to : latestMoment(window.to, resolvedAt(window))
  for (const [name, moment] of operationEntries(knownAt))
    if (moment > last && usedOperations(window).includes(name)) last = moment
  return last
}

/** Returns when a window's lost calls were resolved. */
export const resolvedAt = ({ lost }: Window): Date[] =>
  lost.flatMap(({ resolution }) => (resolution ? [resolution.at] : []))

export const latestMoment = (first: Date, others: readonly Date[]): Date =>
  others.reduce((last, one) => (one > last ? one : last), first)

/** Notes that a window was recognised later, as outside spend or at a price that held in it. */
export function markRecognisedLater(movements: Movement[], at: number, moment: Date): void {
  const movement = movements[at]
  if (movement) movements[at] = { ...movement, recognisedAt: latestMoment(moment, [movement.recognisedAt]) }
}
