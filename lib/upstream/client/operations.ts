import type { Operation } from './types'

const MAXIMUM_COUNT: Readonly<Record<Operation, number>> = { timeline: 100, search: 50, followers: 200 }
const PAGE_FLOOR = 20

/** The largest count of a request (upstream-interface, Limits / Page size). */
export const maximumCount = (operation: Operation): number => MAXIMUM_COUNT[operation]

/** The items to reserve for a page whatever its count: the maximum, and at least the floor of about 20. */
export const largestPage = (operation: Operation): number => Math.max(PAGE_FLOOR, maximumCount(operation))

/** The count to send: a whole number from 1 to the maximum; the maximum if none is given. */
export function countToSend(operation: Operation, wish: number | undefined): number {
  const maximum = maximumCount(operation)
  return wish === undefined || !Number.isInteger(wish) ? maximum : Math.min(Math.max(wish, 1), maximum)
}
