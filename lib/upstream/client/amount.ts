import { type Nano, parseNano } from '@/lib/kernel'
import { type JsonValue, textOf } from './json'

/** What the database can hold (64 bits). */
const LARGEST = 2n ** 63n - 1n
const LONGEST = 40

/** Reads a number of credits, or its decimal text, as nano-credits without rounding by floating point; else null. */
export function readAmount(value: JsonValue | undefined): Nano | null {
  const text = textOf(value)
  if (text === null || text.length > LONGEST) return null
  const amount = parseNano(text)
  return amount !== null && amount <= LARGEST && amount >= -LARGEST ? amount : null
}
