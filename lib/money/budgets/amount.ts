import { invalid, MAX_AMOUNT, parseTyped, withoutGroups } from '@/lib/kernel'
import type { Unit } from './schemas'

const MAX = { items: 10n ** 15n, credits: MAX_AMOUNT } as const

/** Reads an amount as entered: whole items, or credits as nano-credits. Throws `invalid` with `sentence`. */
export function readAmount(text: string, of: Unit, sentence: string): bigint {
  const plain = withoutGroups(text)
  const amount = of === 'credits' ? parseTyped(plain) : /^\d{1,16}$/.test(plain) ? BigInt(plain) : null
  if (amount !== null && amount > 0n && amount <= MAX[of]) return amount
  const what =
    of === 'items'
      ? 'a whole number of items, such as 2000'
      : 'a number, such as 150 or 0.5, with at most 9 decimals'
  throw invalid(sentence, { amount: `Enter ${what}.` })
}
