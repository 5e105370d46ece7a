import { maximumCount, type Operation } from '@/lib/kernel'
import type { Provider } from './provider'

/** The provider's field with the path of an operation. */
export const PATH_FIELDS = {
  timeline: 'timelinePath',
  search: 'searchPath',
  followers: 'followersPath',
} as const satisfies Record<Operation, keyof Provider>

/** The count to send: a whole number from 1 to the maximum; the maximum if none is given. */
export function countToSend(operation: Operation, wish: number | undefined): number {
  const maximum = maximumCount(operation)
  return wish === undefined || !Number.isInteger(wish) ? maximum : Math.min(Math.max(wish, 1), maximum)
}
