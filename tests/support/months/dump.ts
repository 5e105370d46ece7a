import { readHistory } from '@/lib/money/statements/list-movements'
import type { Charge } from './books'
import { ANSWER_MS, type World } from './world'

/** Prints each window of a month in which anything happened: what Purser makes of it, and the truth beside it. */
export async function printMonth({ ctx, clock, books, pots, lagMs }: World): Promise<void> {
  for (const { walletId, prices } of pots) {
    const history = await readHistory(ctx, walletId, clock.now())
    const { movements, shifts, learntMs, anchors, readings } = history
    const left = readings.filter((reading) => !anchors.includes(reading))
    console.log(walletId, { lagMs, learntMs }, prices, shifts)
    console.log(
      'Readings left out:',
      left.map(({ at, inFlight, quietMs }) => [at, inFlight, quietMs]),
    )
    for (const { from, to, lost, perhapsOurs, ...movement } of movements) {
      const facts = books.between(walletId, from.getTime() - ANSWER_MS, to.getTime() - ANSWER_MS)
      const parts = Object.entries(movement).filter(([, part]) => typeof part === 'bigint' && part !== 0n)
      const found = lost.map(({ resolution }) => (resolution ? `resolved ${resolution.chargeNano}` : 'open'))
      const { ours, thefts, topUps, isCutEarly } = facts
      if (parts.length + ours.length + facts.lost.length === 0) continue
      console.log(`${from.toISOString()} ${to.toISOString()}`, Object.fromEntries(parts), perhapsOurs ?? '', {
        ours: shown(ours),
        thefts: shown(thefts),
        lost: shown(facts.lost),
        found,
        topUps,
        isCutEarly,
      })
    }
  }
}

const shown = (charges: readonly Charge[]): string[] =>
  charges.map(
    ({ units, operation, priceNano, bookedNano }) =>
      `${units} ${operation} at ${priceNano}${bookedNano === null ? '' : ` booked ${bookedNano}`}`,
  )
