import { chargeForPage, chargeUnit, conflict, type Nano, zipExact } from '@/lib/kernel'
import { quarterHourOf } from '@/lib/platform/calendar'
import { type Db, executeWrites, isDuplicate, type Tx, type WriteStatement } from '@/lib/platform/db'
import {
  type AttemptRow,
  closeAttempts,
  insertAttempts,
  lockAttempts,
  selectUnknownAttempt,
} from './core/attempt-store'
import {
  type EntryCopies,
  type EntryRow,
  insertEntries,
  selectSettledCharges,
  toRollup,
} from './core/entry-store'
import { addToLostTotal, insertResolution, type ResolutionRow } from './core/lost-store'
import { addToRollups } from './core/rollup-store'
import type { AttemptFailure, Outcome, Reservation, Settlement } from './core/schemas'
import { markUnsummed } from './days/day-store'
import { addToTotals, sumTeamCharges } from './sums/totals-store'

/**
 * The ledger in one file. An attempt is written before its call leaves, with the maximum cost of the call, so that no
 * call is lost whatever happens to the process. One entry ends it, exactly once: SETTLED with what arrived, FREE if
 * nothing can have been charged, UNKNOWN if the answer was lost. The same transaction adds the entry to the rollup of
 * its quarter hour and to its wallet's total, and marks the quarter hour as unsummed. A later resolution states what an
 * unknown call turned out to be. Its entry stays.
 */

export interface NewAttempt extends AttemptRow {
  readonly reservation: Reservation
}

/**
 * Writes attempts with their reservations before the upstream is called, so that no call is lost whatever happens to
 * the process. Each must be ended as settled, free or unknown.
 */
export const openAttempts = (tx: Tx, attempts: readonly NewAttempt[]): Promise<void> =>
  insertAttempts(tx, attempts)

/** The attempt to end, and the time of its end. */
export interface AttemptEnd {
  readonly teamId: string
  readonly attemptId: string
  readonly at: Date
}

/** The cost of a settled page: nano-credits, or null if no price is known. */
export interface AttemptCharge {
  readonly chargeNano: Nano | null
}

/** One of several settlements. */
export interface AttemptSettlement extends Settlement {
  readonly attemptId: string
  readonly at: Date
}

/**
 * Settles attempts whose answers were received. Books each attempt's items and charge at the price then in force and
 * adds them to the rollups and totals, in the caller's transaction. Returns the costs in order. Throws `conflict` if
 * one of the attempts has already ended, so that nothing is booked twice. `beside` is written together with the entries.
 */
export async function settleAttempts(
  tx: Tx,
  teamId: string,
  settlings: readonly AttemptSettlement[],
  beside: readonly WriteStatement[] = [],
): Promise<AttemptCharge[]> {
  const found = settlings.map(({ items, chargedItems = items, tariff, reportedChargeNano }) => ({
    toldNano: reportedChargeNano,
    pricedNano: tariff === null ? null : chargeForPage(tariff, { items, chargedItems }),
  }))
  const charges = await boundCharges(tx, teamId, found)
  const ended = zipExact(settlings, charges).map(([settling, charge]) => ({
    attemptId: settling.attemptId,
    at: settling.at,
    body: settledBody(settling, charge),
  }))
  await end(tx, teamId, 'SETTLED', ended, beside)
  return charges.map(({ chargeNano }) => ({ chargeNano }))
}

/**
 * Returns the charges and times of those attempts that an earlier try has settled. Waits for one that is still being
 * committed.
 */
export async function findSettledCharges(tx: Tx, teamId: string, attemptIds: string[]) {
  await lockAttempts(tx, teamId, attemptIds)
  return selectSettledCharges(tx, teamId, attemptIds)
}

/** The possible charges of a page: as the answer reported it, and by the price in force. Null if not known. */
interface ChargeFound {
  readonly toldNano: Nano | null
  readonly pricedNano: Nano | null
}

/** The charge that a page is booked with; null if none is known. */
interface ChargeBooked {
  readonly chargeNano: Nano | null
  readonly chargeSource: 'reported' | 'price' | 'none'
}

/**
 * Maximum sum of a team's charges: four billion credits. Sums are stored in 64 bits, so this leaves room for bookings
 * made at the same time.
 */
const MAX_IN_ALL: Nano = 4n * 10n ** 18n
/**
 * Charge of a page from which the sum is checked: 100 credits. With smaller pages it takes tens of millions to reach
 * the maximum.
 */
const LARGE: Nano = 10n ** 11n

/**
 * Returns the charges that a team's pages are booked with: as reported, else by price. A charge that would overflow
 * the sums, for example in another unit than the provider states, becomes none, because what was charged is then not
 * known.
 */
async function boundCharges(tx: Tx, teamId: string, found: readonly ChargeFound[]): Promise<ChargeBooked[]> {
  const isLarge = found.some(({ toldNano, pricedNano }) => (toldNano ?? 0n) + (pricedNano ?? 0n) >= LARGE)
  let room = isLarge ? MAX_IN_ALL - (await sumTeamCharges(tx, teamId)) : null
  return found.map(({ toldNano, pricedNano }) => {
    const booked = firstKnownCharge(room, toldNano, pricedNano)
    if (room !== null) room -= booked.chargeNano ?? 0n
    return booked
  })
}

function firstKnownCharge(room: Nano | null, toldNano: Nano | null, pricedNano: Nano | null): ChargeBooked {
  const fits = (nano: Nano) => room === null || nano < LARGE || nano <= room
  if (toldNano !== null && fits(toldNano)) return { chargeNano: toldNano, chargeSource: 'reported' }
  if (pricedNano !== null && fits(pricedNano)) return { chargeNano: pricedNano, chargeSource: 'price' }
  return { chargeNano: null, chargeSource: 'none' }
}

const settledBody = (
  { items, newItems, tariff, httpStatus, latencyMs, waitedMs }: AttemptSettlement,
  charge: ChargeBooked,
): EntryBody => ({
  outcome: 'SETTLED',
  items,
  newItems,
  httpStatus,
  latencyMs,
  waitedMs,
  priceNano: charge.chargeSource === 'none' || tariff === null ? null : chargeUnit(tariff),
  ...charge,
  reason: null,
})

/** Ends an attempt that was certainly not charged (429, refused, never sent) and releases its reservation. */
export const freeAttempt = (tx: Tx, ending: AttemptEnd, failure: AttemptFailure): Promise<void> =>
  endOne(tx, ending, 'FREE', failure)

/** Ends an attempt that was sent and whose answer was lost. It may have been charged, so its reservation stays held. */
export const loseAttempt = (tx: Tx, ending: AttemptEnd, failure: AttemptFailure): Promise<void> =>
  endOne(tx, ending, 'UNKNOWN', failure)

type EntryBody = Omit<EntryRow, 'teamId' | 'attemptId' | 'at' | 'quarterHour' | keyof EntryCopies>

const endOne = (
  tx: Tx,
  { teamId, attemptId, at }: AttemptEnd,
  outcome: 'FREE' | 'UNKNOWN',
  failure: AttemptFailure,
): Promise<void> => end(tx, teamId, outcome, [{ attemptId, at, body: failedEntryBody(outcome, failure) }])

const failedEntryBody = (outcome: 'FREE' | 'UNKNOWN', failure: AttemptFailure): EntryBody => ({
  outcome,
  items: 0,
  newItems: 0,
  priceNano: null,
  chargeNano: null,
  chargeSource: 'none',
  ...failure,
})

interface Ended {
  readonly attemptId: string
  readonly at: Date
  readonly body: EntryBody
}

async function end(
  tx: Tx,
  teamId: string,
  outcome: Outcome,
  ended: readonly Ended[],
  beside: readonly WriteStatement[] = [],
): Promise<void> {
  if (ended.length === 0) return
  const ids = ended.map(({ attemptId }) => attemptId)
  const rows = await closeAttempts(tx, teamId, ids, outcome)
  const closed = new Map(rows.map((row) => [row.id, row]))
  if (closed.size < ended.length)
    throw conflict('This call is on the ledger already; it was not booked a second time.')
  const entries = ended.flatMap(({ attemptId, at, body }): EntryRow[] => {
    const attempt = closed.get(attemptId)
    return attempt
      ? [{ teamId, attemptId, at, quarterHour: quarterHourOf(at), ...body, ...copiesOf(attempt) }]
      : []
  })
  const rollups = entries.map(toRollup)
  const totals = zipExact(rollups, entries).map(([rollup, entry]) => ({ ...rollup, units: unitsOf(entry) }))
  const quarters = rollups.map(({ quarter }) => quarter)
  await executeWrites(tx, [
    insertEntries(tx, entries),
    addToRollups(tx, rollups),
    markUnsummed(tx, teamId, quarters),
    addToTotals(tx, totals),
    ...beside,
  ])
  if (outcome === 'UNKNOWN') for (const entry of entries) await addToLostTotal(tx, entry, 1)
}

/**
 * Returns the number of tariff units that an entry was charged. A charge that the upstream reported counts as its
 * items.
 */
function unitsOf({ chargeSource, chargeNano, priceNano, items }: EntryRow): bigint {
  if (chargeSource === 'none') return 0n
  const isByTariff = chargeSource === 'price' && priceNano !== null && priceNano > 0n
  return isByTariff ? (chargeNano ?? 0n) / priceNano : BigInt(items)
}

/** Returns the columns that an entry copies from its attempt. */
function copiesOf({ id: _, searchId, openedAt, ...copies }: ClosedAttempt): EntryCopies {
  return { ...copies, searchId: searchId ?? '', openedQuarter: quarterHourOf(openedAt) }
}

type ClosedAttempt = Awaited<ReturnType<typeof closeAttempts>>[number]

/** Returns an attempt of the team that ended as unknown; null for any other. */
export const findUnknownAttempt = (tx: Db | Tx, teamId: string, attemptId: string) =>
  selectUnknownAttempt(tx, teamId, attemptId)

/** Resolves an unknown attempt. Throws `conflict` if it is already resolved. */
export async function resolveAttempt(tx: Tx, row: ResolutionRow): Promise<void> {
  try {
    await insertResolution(tx, row)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    throw conflict('This call was resolved already. Reload to see how.')
  }
  await addToLostTotal(tx, row, -1)
}
