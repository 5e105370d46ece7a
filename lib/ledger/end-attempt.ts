import type { Tx } from '@/lib/db'
import { chargeFor, conflict, type Micro } from '@/lib/kernel'
import { quarterOf } from './quarter'
import { bumpRollup, type RollupDelta } from './rollup-store'
import type { Miss, Outcome, Settlement } from './schemas'
import { closeAttempt, type EntryRow, insertEntry } from './store'

/** Which attempt ends, and when. */
export interface Ending {
  readonly teamId: string
  readonly attemptId: string
  readonly at: Date
}

/** What a settled page cost: micro-credits, or null where no price is known. */
export interface Charged {
  readonly chargeMicro: Micro | null
}

/**
 * The answer was received: books its items and their charge, at the price then in force, and adds them to the rollups,
 * in the caller's transaction. Throws `conflict` when the attempt has ended before: nothing is booked twice.
 */
export async function settleAttempt(tx: Tx, ending: Ending, settlement: Settlement): Promise<Charged> {
  const { items, priceMicro, reportedChargeMicro, httpStatus, latencyMs, waitedMs } = settlement
  const priced = priceMicro === null ? null : chargeFor(items, priceMicro)
  const chargeMicro = reportedChargeMicro ?? priced
  await end(tx, ending, {
    outcome: 'SETTLED',
    items,
    priceMicro,
    chargeMicro,
    chargeSource: reportedChargeMicro !== null ? 'reported' : priced !== null ? 'price' : 'none',
    httpStatus,
    reason: null,
    latencyMs,
    waitedMs,
  })
  return { chargeMicro }
}

/** The call was certainly not charged (429, refused, never sent): its reservation is released. */
export const freeAttempt = (tx: Tx, ending: Ending, miss: Miss): Promise<void> =>
  end(tx, ending, missed('FREE', miss))

/** The call was sent and its answer lost: it may have been charged, so its reservation stays held. */
export const loseAttempt = (tx: Tx, ending: Ending, miss: Miss): Promise<void> =>
  end(tx, ending, missed('UNKNOWN', miss))

type EntryBody = Omit<EntryRow, 'teamId' | 'attemptId' | 'at' | 'quarter'>

const missed = (outcome: 'FREE' | 'UNKNOWN', miss: Miss): EntryBody => ({
  outcome,
  items: 0,
  priceMicro: null,
  chargeMicro: null,
  chargeSource: 'none',
  ...miss,
})

async function end(tx: Tx, { teamId, attemptId, at }: Ending, body: EntryBody): Promise<void> {
  const attempt = await closeAttempt(tx, teamId, attemptId, body.outcome)
  if (!attempt) throw conflict('This call is on the ledger already; it was not booked a second time.')
  const quarter = quarterOf(at)
  await insertEntry(tx, { teamId, attemptId, at, quarter, ...body })
  await bumpRollup(tx, { ...attempt, quarter }, deltaOf(body))
}

const deltaOf = ({ outcome, items, chargeMicro }: EntryBody & { outcome: Outcome }): RollupDelta => ({
  pages: outcome === 'SETTLED' ? 1 : 0,
  items,
  chargeMicro: chargeMicro ?? 0n,
  unpricedItems: outcome === 'SETTLED' && chargeMicro === null ? items : 0,
  frees: outcome === 'FREE' ? 1 : 0,
  unknowns: outcome === 'UNKNOWN' ? 1 : 0,
})
