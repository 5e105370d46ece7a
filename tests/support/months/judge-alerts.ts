import { nanoToText } from '@/lib/kernel'
import { type Charge, type Facts, sumOf } from './books'
import { type Doubt, findDoubt, heldFor, maxLostCost } from './doubts'
import type { OutsideSpend, WalletHistory, WindowObservation } from './watch'
import { ANSWER_MS, type World } from './world'

/** The demands on a month's alerts, and how often no reading could tell. */
export interface AlertJudge {
  /**
   * Checks everything that Purser says after a reading. Throws if it accuses somebody wrongly or reports a wrong
   * amount.
   */
  see(sight: WindowObservation): void
  /** Checks that each theft has been reported by now, unless the books show a doubt. */
  mustHaveTold(isEnd?: boolean): void
  readonly doubts: ReadonlyMap<Charge, Doubt>
}

export function judgeAlerts(world: World): AlertJudge {
  const { books } = world
  const told = new Set<Charge>()
  /** Wallets reported to have lost something. Nobody acknowledges that, so it stays reported. */
  const found = new Set<string>()
  const doubts = new Map<Charge, Doubt>()
  let last: WindowObservation | null = null

  const factsOf = ({ walletId, from, to }: Pick<OutsideSpend, 'walletId' | 'from' | 'to'>): Facts =>
    books.between(walletId, from.getTime() - ANSWER_MS, to.getTime() - ANSWER_MS)

  function check(spend: OutsideSpend): void {
    const facts = factsOf(spend)
    const stolen = sumOf(facts.thefts)
    const wrong = (why: string) => {
      throw new Error(`${why}: ${describe(spend, facts)}`)
    }
    if (spend.isPerhapsOurs) {
      const isOtherPrice =
        facts.ours.some(({ nano, bookedNano }) => nano !== bookedNano) ||
        facts.lost.some((call) => call.nano > heldFor(call, historyOf(spend.walletId)))
      if (stolen === 0n && !isOtherPrice && !facts.isCutEarly)
        wrong('An alert asks who spends, and nobody did')
      return
    }
    if (stolen === 0n && !isLatePart(spend, facts)) wrong('An alert accuses someone, and nobody spent')
    // Pages without a price count at the maximum that earlier ones prove, lost calls at their own.
    const least = facts.ours.some(({ bookedNano }) => bookedNano === null)
      ? 0n
      : stolen + sumOf(facts.lost) - maxLostCost(facts.lost, historyOf(spend.walletId))
    const isExact = spend.nano === stolen || (spend.isAtLeast && spend.nano < stolen)
    const isWrong = !isExact || spend.nano < (least < stolen ? least : stolen)
    if (isWrong && !isDoubted(facts, spend.walletId)) wrong('An alert tells another amount than was stolen')
  }

  /**
   * Returns whether it is the late part of our own charges beside a theft that hid it from the previous window: both
   * windows together report exactly what was stolen, and the delay was not learnt yet.
   */
  function isLatePart(spend: OutsideSpend, facts: Facts): boolean {
    const { movements } = historyOf(spend.walletId)
    const before = movements.findLast(({ to }) => to <= spend.from)
    if (!facts.isCutEarly || !before) return false
    const both = factsOf({ walletId: spend.walletId, from: before.from, to: spend.to })
    const { outsideNano, unexplainedNano, topUpNano } = before
    return spend.nano + outsideNano + unexplainedNano - topUpNano === sumOf(both.thefts)
  }

  const historyOf = (walletId: string): WalletHistory => {
    const history = last?.histories.get(walletId)
    if (!history) throw new Error(`No history of ${walletId}`)
    return history
  }

  const isDoubted = (facts: Facts, walletId: string): boolean => {
    const doubt = findDoubt(facts, historyOf(walletId))
    return doubt === 'our price was not known yet' || doubt === 'the lag was not learnt yet'
  }

  function see(sight: WindowObservation): void {
    last = sight
    for (const { walletId, isPerhapsOurs } of sight.outside) found.add(`${walletId} ${!isPerhapsOurs}`)
    for (const { walletId, isCertain, title } of sight.alerts) {
      if (!found.has(`${walletId} ${isCertain}`)) throw new Error(`An alert without a finding: ${title}`)
    }
    for (const spend of sight.outside) {
      check(spend)
      if (!sight.alerts.some(({ walletId }) => walletId === spend.walletId))
        throw new Error(`A finding without an alert: ${describe(spend, factsOf(spend))}`)
      for (const theft of factsOf(spend).thefts) told.add(theft)
    }
  }

  function mustHaveTold(isEnd = false): void {
    for (const theft of books.charges) {
      if (theft.by !== 'thief' || told.has(theft)) continue
      const history = last?.histories.get(theft.walletId)
      const window = history?.movements.find(
        ({ from, to }) =>
          theft.showsAt > from.getTime() - ANSWER_MS && theft.showsAt <= to.getTime() - ANSWER_MS,
      )
      const facts = window && factsOf({ walletId: theft.walletId, ...window })
      const doubt =
        facts && history ? findDoubt(facts, history) : isCutEarly(theft) ? 'the lag was not learnt yet' : null
      if (doubt) doubts.set(theft, doubt)
      // The next pages distinguish a price from a theft.
      if (doubt && !(isEnd && doubt === 'a round price would cost it')) continue
      const what = `${nanoToText(theft.nano)} credits on ${theft.walletId} at ${new Date(theft.at).toISOString()}`
      throw new Error(
        `A theft was not told${isEnd ? ' by the end' : ''}: ${what}${facts ? `; ${describe({ ...window, nano: theft.nano }, facts)}` : '; no window holds it'}`,
      )
    }
  }

  /** Returns whether the last reading was made before charges showed, because nobody knew that they are late. */
  const isCutEarly = ({ walletId, at, showsAt }: Charge): boolean => {
    const cut = (historyOf(walletId).anchors.at(-1)?.at.getTime() ?? 0) - ANSWER_MS
    return at <= cut && cut < showsAt
  }

  return { see, mustHaveTold, doubts }
}

/** Returns what was reported, with the truth beside it. */
function describe({ from, to, nano }: Pick<OutsideSpend, 'from' | 'to' | 'nano'>, facts: Facts): string {
  const list = (charges: readonly Charge[]) =>
    charges.map(
      ({ operation, units, priceNano, bookedNano }) =>
        `${units} ${operation} at ${priceNano}${bookedNano === null ? '' : ` booked ${bookedNano}`}`,
    )
  return JSON.stringify({
    from,
    to,
    nano: nano.toString(),
    ours: list(facts.ours),
    thefts: list(facts.thefts),
    lost: list(facts.lost),
    topUps: facts.topUps.length,
    isCutEarly: facts.isCutEarly,
  })
}
