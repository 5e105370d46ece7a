import { invalid, LARGEST_AMOUNT, parseNano } from '@/lib/kernel'
import type { Unit } from './schemas'

/** Reads an amount as entered: whole items, or credits as nano-credits. Throws `invalid` with `sentence`. */
export function readAmount(text: string, of: Unit, sentence: string): bigint {
  const plain = text.replace(/[\s,_]/g, '')
  const amount = of === 'credits' ? parseNano(plain) : /^\d{1,16}$/.test(plain) ? BigInt(plain) : null
  if (amount !== null && amount > 0n && amount <= LARGEST_AMOUNT) return amount
  const what =
    of === 'items' ? 'a whole number of items, such as 2000' : 'a number of credits, such as 150 or 0.5'
  throw invalid(sentence, { amount: `Enter ${what}.` })
}
