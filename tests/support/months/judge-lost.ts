import { getBudget } from '@/lib/money/budgets'
import { listUnknowns, type UnknownView } from '@/lib/money/statements'
import { type Charge, type Facts, sumOf } from './books'
import { isKnown, knownPrice } from './doubts'
import { isPartHidden } from './hidden-prices'
import { itemsFor } from './shapes'
import type { WalletHistory } from './watch'
import { ANSWER_MS, type World } from './world'

/** How the windows with lost calls of a month ended. */
export interface LostFigures {
  /** Resolved, because only one combination gives the sum. */
  proven: number
  /** Held at their sum, because several do. */
  held: number
  /** Sum not known: somebody else, a top-up, an unknown price or an unlearnt delay was beside them. */
  muddled: number
}

/**
 * Throws if a lost call was resolved wrongly, was not resolved although its sum proves it, or holds more than the sum.
 */
export async function judgeLost(
  world: World,
  histories: ReadonlyMap<string, WalletHistory>,
): Promise<LostFigures> {
  const figures = { proven: 0, held: 0, muddled: 0 }
  const unknowns = new Map((await listUnknowns(world.ctx)).map((one) => [one.attemptId, one]))
  let heldNano = 0n
  let isAllKnown = true
  for (const [walletId, history] of histories) {
    const facts = history.movements.map(({ from, to }) =>
      world.books.between(walletId, from.getTime() - ANSWER_MS, to.getTime() - ANSWER_MS),
    )
    for (const [place, movement] of history.movements.entries()) {
      const own = facts[place]
      if (movement.lost.length === 0 || !own) continue
      const calls = movement.lost.map(({ attemptId, maxUnits }) => ({
        ...truthOf(world, attemptId),
        maxUnits,
        unknown: unknowns.get(attemptId),
      }))
      const around = [facts[place - 1], facts[place], facts[place + 1]].filter((one) => one !== undefined)
      const isMuddled =
        around.some((one) => muddles(one, history)) || calls.some((one) => !isPriced(one, own, history))
      const open = calls.filter(({ unknown }) => unknown?.resolution === null)
      for (const call of calls) mustBeRight(world, call, isMuddled)
      if (isMuddled) {
        figures.muddled++
        if (open.length > 0) isAllKnown = false
        continue
      }
      const isProven = ways(calls, sumOf(calls)) === 1
      const says = `${calls.map(({ units, maxUnits, priceNano, operation }) => `${units} of ${maxUnits} ${operation} at ${priceNano}`).join(', ')}`
      if (isProven && open.length > 0)
        throw new Error(`A window proves its lost calls, and they are open: ${says}`)
      if (!isProven && open.length < calls.length)
        throw new Error(`Lost calls were resolved without a proof: ${says}`)
      figures[isProven ? 'proven' : 'held']++
      heldNano += sumOf(open)
    }
  }
  const { reserved } = await getBudget(world.ctx, world.budgets.credits)
  if (isAllKnown && reserved !== heldNano)
    throw new Error(`The budget holds ${reserved} for lost calls whose sums are ${heldNano}`)
  if (reserved < heldNano) throw new Error(`The budget holds ${reserved}, less than sums of ${heldNano}`)
  return figures
}

type Call = Charge & { readonly maxUnits: number; readonly unknown: UnknownView | undefined }

function truthOf({ books }: World, attemptId: string): Charge {
  const charge = books.charges.find((one) => one.attemptId === attemptId)
  if (!charge) throw new Error(`The books know no lost call ${attemptId}`)
  return charge
}

const muddles = (facts: Facts, history: WalletHistory): boolean =>
  facts.thefts.length > 0 ||
  facts.topUps.length > 0 ||
  facts.isCutEarly ||
  facts.ours.some((page) => page.bookedNano === null || !isKnown(page, facts, history))

/** Returns whether the price of a lost call was known. */
const isPriced = (call: Call, facts: Facts, history: WalletHistory): boolean => {
  const { unknown, maxUnits, priceNano, operation } = call
  if (isPartHidden(call, history)) return false
  return (
    unknown?.maxNano === BigInt(maxUnits) * priceNano || knownPrice(operation, facts, history) === priceNano
  )
}

/** Checks that what is said of a call is true, unless somebody else's spend or an unknown price is beside it. */
function mustBeRight(
  { arePricesTold, shapes }: World,
  { unknown, units, nano, operation }: Call,
  isMuddled: boolean,
): void {
  if (!unknown) throw new Error('A lost call is not listed')
  const { resolution } = unknown
  if (resolution === null || isMuddled) return
  // By the provider's prices, if it states them.
  const items =
    arePricesTold && units > 0
      ? itemsFor(shapes[operation], units, unknown.maxItems)
      : Math.min(units, unknown.maxItems)
  if (resolution.items !== items || (resolution.chargeNano ?? 0n) !== nano)
    throw new Error(
      `A lost call was charged ${items} items, ${nano}; Purser says ${resolution.items}, ${resolution.chargeNano}: ${resolution.note}`,
    )
}

/** Counts the ways in which calls can have been charged a sum: none, one, or two for several. */
function ways(
  calls: readonly { readonly maxUnits: number; readonly priceNano: bigint }[],
  sumNano: bigint,
): number {
  const [last, ...others] = [...calls].sort((one, two) => two.maxUnits - one.maxUnits)
  if (!last) return sumNano === 0n ? 1 : 0
  let sums = new Map([[0n, 1]])
  for (const { maxUnits, priceNano } of others) {
    const next = new Map<bigint, number>()
    for (const [sum, count] of sums)
      for (let items = 0n; items <= maxUnits && sum + items * priceNano <= sumNano; items++) {
        const at = sum + items * priceNano
        next.set(at, Math.min(2, (next.get(at) ?? 0) + count))
      }
    sums = next
  }
  let found = 0
  for (const [sum, count] of sums) {
    const left = sumNano - sum
    if (left % last.priceNano === 0n && left / last.priceNano <= last.maxUnits) found += count
  }
  return Math.min(2, found)
}
