import { chargeFor, type Micro } from '@/lib/kernel'
import type { LostCall } from '@/lib/money/ledger'
import { hasUnpriced, isExplained, type Movement } from './account-for'

/** What balance readings prove about a call whose answer was lost. */
export interface Proof {
  readonly attemptId: string
  readonly finding: 'charged' | 'uncharged'
  readonly items: number
  readonly chargeMicro: Micro | null
  readonly note: string
}

/**
 * What movements prove about the lost calls in them. The balance fell by exactly what was settled: none was charged. In
 * quiet times, the rest equals the most they can cost: each was charged. One lost call alone, and the rest is a number
 * of its items: it was charged. Anything else has more than one explanation, and proves nothing.
 */
export const proofsFrom = (movements: readonly Movement[]): Proof[] =>
  movements.flatMap((movement, place) => {
    const open = movement.lost.filter(({ resolution }) => resolution === null)
    if (open.length === 0 || hasUnpriced(movement) || !isSettled(movement)) return []
    if (movement.lostMicro === 0n) return open.map(uncharged)
    const [only] = open
    const around = [movements[place - 1], movements[place + 1]]
    const isQuiet = around.every((one) => one === undefined || isSettled(one))
    if (!isQuiet) return []
    const areFull = open.every(({ priceMicro }) => priceMicro !== null) && movement.lostMicro === fullOf(open)
    if (areFull) return open.flatMap((call) => chargedFor(call, fullOf([call])))
    return open.length === 1 && only ? chargedFor(only, movement.lostMicro) : []
  })

/** What calls cost if each was charged in full, at the prices of their time. */
const fullOf = (calls: readonly LostCall[]): Micro =>
  calls.reduce((sum, { mostItems, priceMicro }) => sum + chargeFor(mostItems, priceMicro ?? 0n), 0n)

const isSettled = (movement: Movement): boolean => isExplained(movement) && movement.unexplainedMicro === 0n

const uncharged = ({ attemptId }: LostCall): Proof => ({
  attemptId,
  finding: 'uncharged',
  items: 0,
  chargeMicro: null,
  note: 'The balance fell by exactly what other pages cost.',
})

function chargedFor({ attemptId, priceMicro }: LostCall, lostMicro: Micro): Proof[] {
  if (priceMicro === null || priceMicro === 0n || lostMicro % priceMicro !== 0n) return []
  return [
    {
      attemptId,
      finding: 'charged',
      items: Number(lostMicro / priceMicro),
      chargeMicro: lostMicro,
      note: 'The balance fell by this much more than other pages cost.',
    },
  ]
}
