import { chargeFor, conflict, type Nano, paired } from '@/lib/kernel'
import { quarterHourOf } from '@/lib/platform/calendar'
import type { Tx } from '@/lib/platform/db'
import { closeAttempts } from './attempt-store'
import { type EntryRow, insertEntries } from './entry-store'
import { bumpRollups, type RollupDelta } from './rollup-store'
import type { AttemptFailure, Outcome, Settlement } from './schemas'

/** Which attempt ends, and when. */
export interface AttemptEnd {
  readonly teamId: string
  readonly attemptId: string
  readonly at: Date
}

/** The cost of a settled page: nano-credits, or null if no price is known. */
export interface AttemptCharge {
  readonly chargeNano: Nano | null
}

/** One settlement of several. */
export interface AttemptSettlement extends Settlement {
  readonly attemptId: string
  readonly at: Date
}

/**
 * Answers were received. Books each attempt's items and charge, at the price then in force, and adds them to the
 * rollups, in the caller's transaction. Returns the costs, in order. Throws `conflict` if one of the attempts has ended
 * before: nothing is booked twice.
 */
export async function settleAttempts(
  tx: Tx,
  teamId: string,
  settlings: readonly AttemptSettlement[],
): Promise<AttemptCharge[]> {
  const bodies = settlings.map(bodyOf)
  await end(
    tx,
    teamId,
    'SETTLED',
    paired(settlings, bodies).map(([{ attemptId, at }, body]) => ({ attemptId, at, body })),
  )
  return bodies.map(({ chargeNano }) => ({ chargeNano }))
}

function bodyOf({
  items,
  priceNano,
  reportedChargeNano,
  httpStatus,
  latencyMs,
  waitedMs,
}: AttemptSettlement): EntryBody {
  const priced = priceNano === null ? null : chargeFor(items, priceNano)
  const chargeNano = reportedChargeNano ?? priced
  return {
    outcome: 'SETTLED',
    items,
    priceNano,
    chargeNano,
    chargeSource: reportedChargeNano !== null ? 'reported' : priced !== null ? 'price' : 'none',
    httpStatus,
    reason: null,
    latencyMs,
    waitedMs,
  }
}

/** The call was certainly not charged (429, refused, never sent): its reservation is released. */
export const freeAttempt = (tx: Tx, ending: AttemptEnd, miss: AttemptFailure): Promise<void> =>
  endOne(tx, ending, 'FREE', miss)

/** The call was sent and its answer lost: it may have been charged, so its reservation stays held. */
export const loseAttempt = (tx: Tx, ending: AttemptEnd, miss: AttemptFailure): Promise<void> =>
  endOne(tx, ending, 'UNKNOWN', miss)

type EntryBody = Omit<EntryRow, 'teamId' | 'attemptId' | 'at' | 'quarterHour'>

const endOne = (
  tx: Tx,
  { teamId, attemptId, at }: AttemptEnd,
  outcome: 'FREE' | 'UNKNOWN',
  miss: AttemptFailure,
): Promise<void> => end(tx, teamId, outcome, [{ attemptId, at, body: missed(outcome, miss) }])

const missed = (outcome: 'FREE' | 'UNKNOWN', miss: AttemptFailure): EntryBody => ({
  outcome,
  items: 0,
  priceNano: null,
  chargeNano: null,
  chargeSource: 'none',
  ...miss,
})

interface Ended {
  readonly attemptId: string
  readonly at: Date
  readonly body: EntryBody
}

async function end(tx: Tx, teamId: string, outcome: Outcome, ended: readonly Ended[]): Promise<void> {
  const ids = ended.map(({ attemptId }) => attemptId)
  const closed = new Map((await closeAttempts(tx, teamId, ids, outcome)).map((row) => [row.id, row]))
  if (closed.size < ended.length)
    throw conflict('This call is on the ledger already; it was not booked a second time.')
  const entries = ended.map(({ attemptId, at, body }) => ({
    teamId,
    attemptId,
    at,
    quarterHour: quarterHourOf(at),
    ...body,
  }))
  await insertEntries(tx, entries)
  const bumps = entries.flatMap((entry) => {
    const attempt = closed.get(entry.attemptId)
    return attempt ? [{ key: { ...attempt, quarterHour: entry.quarterHour }, delta: deltaOf(entry) }] : []
  })
  await bumpRollups(tx, bumps)
}

const deltaOf = ({ outcome, items, chargeNano }: EntryBody & { outcome: Outcome }): RollupDelta => ({
  pages: outcome === 'SETTLED' ? 1 : 0,
  items,
  chargeNano: chargeNano ?? 0n,
  unpricedItems: outcome === 'SETTLED' && chargeNano === null ? items : 0,
  frees: outcome === 'FREE' ? 1 : 0,
  unknowns: outcome === 'UNKNOWN' ? 1 : 0,
})
