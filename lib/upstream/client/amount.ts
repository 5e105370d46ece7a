import { type Nano, parseNano } from '@/lib/kernel'
import { type JsonValue, textOf } from './json'

/** Maximum amount that the database can hold (64 bits). */
const MAX_AMOUNT = 2n ** 63n - 1n
const MAX_LENGTH = 40

/** Returns whether an amount fits into the database. */
export const isKept = (amount: Nano): boolean => amount <= MAX_AMOUNT && amount >= -MAX_AMOUNT

/**
 * Reads a number of credits, or its decimal text, as nano-credits without rounding by floating point. Null if it is
 * not an amount.
 */
export function readAmount(value: JsonValue | undefined): Nano | null {
  const text = textOf(value)
  if (text === null || text.length > MAX_LENGTH) return null
  const amount = parseNano(text)
  return amount !== null && isKept(amount) ? amount : null
}
