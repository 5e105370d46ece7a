import { type Nano, nanoToText, type OperationName, operationEntries } from '@/lib/kernel'
import { type CountedSum, readWalletAccount, type Settled, type SettledByOperation } from '@/lib/money/ledger'
import { createCache } from '@/lib/platform/cache'
import { DAY_MS } from '@/lib/platform/calendar'
import {
  acquireLock,
  type Db,
  parseMoment,
  type StoredMoment,
  type TeamCtx,
  type Tx,
} from '@/lib/platform/db'
import { writeEvents } from '@/lib/platform/events'
import { processSingleton } from '@/lib/platform/process'
import type { ReadingSource, ReadingView } from './schemas'
import {
  deleteReadings,
  insertReading,
  type StoredPoint,
  type StoredReading,
  selectFirstReading,
  selectHighestBalanceSince,
  selectLastCleanReading,
  selectLatestReading,
  selectPointsBefore,
  selectProvingReadings,
  selectReadingsInSpan,
  selectThinningProgress,
  selectWallet,
  updateThinnedUpTo,
} from './store'

/** Values recorded with a balance. */
interface Appended {
  readonly settledNano: Nano
  readonly inFlight: number
  /** True if all charges of what was settled before show in it, as far as the provider states how late they may be. */
  readonly isSettled: boolean
  /** When it was recorded, by this process's clock. */
  readonly at: Date
}

/**
 * Records a balance that the service reported or an admin entered, in the caller's transaction. It is stored with what
 * the ledger had settled and what was in flight since the question.
 *
 * Readings of a wallet are ordered by when they were recorded, whatever the clocks say: out of order, they would show
 * top-ups and outside spend that never happened. An answer that was overtaken by another reading is therefore not
 * recorded. Writes an event if the balance differs from the previous one.
 */
export async function appendBalanceReading(
  tx: Tx,
  ctx: TeamCtx,
  reading: {
    walletId: string
    keyId: string
    balanceNano: Nano
    /** The part that may expire; null if the service does not report it. */
    expiringNano?: Nano | null
    source: ReadingSource
    /** When the question was sent to the upstream. */
    askedAt: Date
    /** Maximum time until charges show, in milliseconds; null if the provider does not state it. */
    settlingMs: number | null
  },
): Promise<Appended> {
  const teamId = ctx.team.id
  await acquireLock(tx, `readings of ${reading.walletId}`, 'exclusive')
  const account = await readWalletAccount(tx, teamId, reading.walletId, reading.askedAt)
  const sums = Object.values(account.byOperation)
  const now = ctx.clock.now()
  const last = await selectLatestReading(tx, teamId, reading.walletId)
  const settledInAll = sums.reduce((sum, { chargeNano }) => sum + chargeNano, 0n)
  if (last && isOvertaken(reading.askedAt, last.at, now))
    return { settledNano: settledInAll, inFlight: account.underWay, at: now, isSettled: false }
  const { settledNano, inFlight, ...quiet } = await insertReading(tx, {
    teamId,
    // `askedAt` stays as this clock says, because it is compared with the calls, which use the same clock.
    at: last && last.at >= now ? new Date(last.at.getTime() + 1) : now,
    settledNano: settledInAll,
    unpricedItems: sums.reduce((sum, { unpricedItems }) => sum + unpricedItems, 0),
    byOperation: writeSums(account.byOperation),
    inFlight: account.underWay,
    inFlightNano: account.underWayNano,
    quietMs: account.quietMs,
    ...reading,
  })
  const { walletId, balanceNano } = reading
  await tellBalance(tx, ctx, walletId, { before: last?.balanceNano ?? null, balanceNano, at: now })
  return { settledNano, inFlight, at: now, isSettled: isSettled(quiet) }
}

/**
 * Returns whether another reading was recorded since a question was sent, so that it is not known which of the two
 * balances is older. A reading in the future comes from a clock that was ahead.
 */
const isOvertaken = (askedAt: Date, recordedAt: Date, now: Date): boolean =>
  askedAt < recordedAt && recordedAt <= now

/** Maximum age of a clean reading that is looked for. */
const CLEAN_WITHIN_MS = 7 * DAY_MS

/** Returns a wallet's last reading before a given time, and its last clean one; null if there is none. */
async function readLatest(db: Db, teamId: string, walletId: string, before: Date) {
  const last = await selectLatestReading(db, teamId, walletId, before)
  if (!last) return null
  const since = new Date(last.at.getTime() - CLEAN_WITHIN_MS)
  const clean = isCleanPoint(toBalancePoint(last))
    ? last
    : await selectLastCleanReading(db, { teamId, walletId, since, before })
  return { last, clean }
}

/** Converts a stored reading to what a balance is computed from. Engines return numbers as different types. */
export const toBalancePoint = (row: StoredPoint): BalancePoint => ({
  balanceNano: BigInt(row.balanceNano),
  settledNano: BigInt(row.settledNano),
  unpricedItems: Number(row.unpricedItems),
  inFlight: Number(row.inFlight),
  inFlightNano: row.inFlightNano === null ? null : BigInt(row.inFlightNano),
  quietMs: row.quietMs === null ? null : Number(row.quietMs),
  settlingMs: row.settlingMs === null ? null : Number(row.settlingMs),
})

/**
 * Returns a wallet's readings within a half-open range, oldest first, preceded by the last reading and the last clean
 * one before it, if any. Readings that can never be clean prove nothing and are left out. The newest reading before
 * the end of the range is always the last one.
 */
export async function listProvingReadings(
  ctx: TeamCtx,
  walletId: string,
  range: { readonly from: Date; readonly to: Date },
): Promise<ReadingView[]> {
  const [before, within, last] = await Promise.all([
    readLatest(ctx.db, ctx.team.id, walletId, range.from),
    selectProvingReadings(ctx.db, { teamId: ctx.team.id, walletId }, range),
    selectLatestReading(ctx.db, ctx.team.id, walletId, range.to),
  ])
  const rows = [...earlierOf(before), ...within]
  const isThere = last === null || rows.some(({ id }) => id === last.id)
  return (isThere ? rows : [...rows, last]).map(toReading)
}

/** Returns the last clean reading before a range and the last one, each once. */
const earlierOf = (before: Awaited<ReturnType<typeof readLatest>>): StoredReading[] =>
  before === null
    ? []
    : [...(before.clean && before.clean.id !== before.last.id ? [before.clean] : []), before.last]

/** Converts a stored reading, with everything that shows how reliable it is. */
const toReading = (row: StoredReading): ReadingView => ({
  id: row.id,
  ...toBalancePoint(row),
  byOperation: readSums(row.byOperation),
  expiringNano: row.expiringNano === null ? null : BigInt(row.expiringNano),
  askedAt: parseMoment(row.askedAt),
  at: parseMoment(row.at),
})

/**
 * Returns a wallet's highest balance since a given time, by the readings since and the last one before; 0 if there is
 * none.
 */
export async function findHighestBalance(ctx: TeamCtx, walletId: string, since: Date): Promise<Nano> {
  const [before, within] = await Promise.all([
    selectLatestReading(ctx.db, ctx.team.id, walletId, since),
    selectHighestBalanceSince(ctx.db, ctx.team.id, walletId, since),
  ])
  const [first, max] = [before?.balanceNano ?? 0n, within ?? 0n]
  return first > max ? first : max
}

/** Reads sums that `writeSums` wrote. Checks them by hand, because a wallet has tens of thousands. */
function readSums(text: string): SettledByOperation {
  const stored: Record<OperationName, Record<keyof CountedSum, unknown>> = JSON.parse(text)
  const sums: Record<OperationName, CountedSum> = {}
  for (const [operation, sum] of operationEntries(stored)) {
    sums[operation] = {
      pages: Number(sum.pages),
      items: Number(sum.items),
      chargeNano: BigInt(String(sum.chargeNano)),
      unpricedItems: Number(sum.unpricedItems),
      units: BigInt(String(sum.units ?? Number(sum.items) - Number(sum.unpricedItems))),
    }
  }
  return sums
}

const writeSums = (sums: SettledByOperation): string =>
  JSON.stringify(sums, (_, value) => (typeof value === 'bigint' ? value.toString() : value))

/** Writes an event if a reading differs from the previous one, in the reading's transaction. */
async function tellBalance(
  tx: Tx,
  ctx: TeamCtx,
  walletId: string,
  {
    before,
    balanceNano,
    at,
  }: { readonly before: Nano | null; readonly balanceNano: Nano; readonly at: Date },
): Promise<void> {
  // Examples are made up, so nobody is notified.
  if (before === balanceNano || ctx.team.isExample) return
  const teamId = ctx.team.id
  const wallet = await selectWallet(tx, teamId, walletId)
  await writeEvents(tx, [
    {
      teamId,
      at,
      kind: 'balance.changed',
      data: {
        walletId,
        walletName: wallet?.name ?? '',
        balance: nanoToText(balanceNano),
        before: before === null ? null : nanoToText(before),
      },
    },
  ])
}

interface SettledReading {
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/** Returns whether all charges show in a reading, if the provider stated how late they may be. */
const isSettled = ({ quietMs, settlingMs }: SettledReading): boolean =>
  quietMs === null || settlingMs === null || quietMs >= settlingMs

/** A reading, as far as a balance is computed from it. */
export interface BalancePoint extends Settled {
  readonly balanceNano: Nano
  /** Calls that were in flight, and their maximum cost; null if no price was known. */
  readonly inFlight: number
  readonly inFlightNano: Nano | null
  readonly quietMs: number | null
  readonly settlingMs: number | null
}

/** Returns whether a reading holds all charges of what was settled before it, and no others. */
export const isCleanPoint = (point: BalancePoint): boolean => point.inFlight === 0 && isSettled(point)

/**
 * Returns the balance to expect now, in nano-credits: the last clean reading less what was settled since, limited to
 * what the last reading leaves possible. The last reading alone would subtract twice what was in flight and already
 * charged. Null if items had no known price since, because an unknown balance is not guessed.
 */
export function computeExpectedBalance(
  last: BalancePoint,
  clean: BalancePoint | null,
  now: Settled,
): Nano | null {
  const lowest = balanceAfter(last, now)
  if (lowest === null || clean === null || isCleanPoint(last)) return lowest
  const exact = balanceAfter(clean, now)
  if (exact === null) return lowest
  const low = isSettled(last) ? lowest : lowest - (last.settledNano - clean.settledNano)
  const high = last.inFlightNano === null ? exact : lowest + last.inFlightNano
  return exact < low ? low : exact > high ? high : exact
}

const balanceAfter = (reading: Settled & { readonly balanceNano: Nano }, now: Settled): Nano | null =>
  now.unpricedItems > reading.unpricedItems
    ? null
    : reading.balanceNano + reading.settledNano - now.settledNano

/** Later than all readings, however far ahead a clock was. */
const END = new Date(Date.UTC(9999, 0))

/** The readings from which a wallet's current balance follows. */
export interface LatestReadings {
  readonly last: StoredPoint
  readonly clean: StoredPoint | null
}

/** Returns the last reading of each of these wallets, and its last clean one, with one query for all. */
export async function readLatestOfEach(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, LatestReadings>> {
  const rows = walletIds.length === 0 ? [] : await selectPointsBefore(db, teamId, walletIds, [END])
  const latest = new Map<string, LatestReadings>()
  // Oldest first: a clean reading, then the last one, unless both are the same.
  for (const row of rows) {
    const before = latest.get(row.walletId)?.last
    const isNear =
      before && parseMoment(row.at).getTime() - parseMoment(before.at).getTime() <= CLEAN_WITHIN_MS
    const clean = isCleanPoint(toBalancePoint(row)) ? row : isNear ? before : null
    latest.set(row.walletId, { last: row, clean })
  }
  return latest
}

/** A wallet's stored reading with its moment. */
export interface TimedReading extends BalancePoint {
  readonly id: string
  readonly walletId: string
  readonly at: Date
}

/** Maximum number of cached moments, of all teams together. They take about twenty megabytes. */
const MAX_MOMENTS = 50_000

const keptReadings = () =>
  processSingleton('readings-before', () => createCache<readonly TimedReading[]>({ max: MAX_MOMENTS }))

/**
 * Returns the readings that wallets' balances at some moments follow from, oldest first: for each wallet and moment,
 * the last reading before it and the last clean one.
 *
 * This process caches them. Readings are ordered by when they were recorded, so none is added before a moment that
 * they have passed, and for a later moment the newest ones apply until there is another. It reads again after old ones
 * were thinned.
 */
export async function listReadingsBefore(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
  moments: readonly Date[],
): Promise<TimedReading[]> {
  if (walletIds.length === 0 || moments.length === 0) return []
  // Read before the readings. If readings are added or thinned in between, the result is cached under a name that
  // nobody asks for again.
  const wallets = await selectThinningProgress(db, team.id, walletIds)
  const readTo = new Map(
    wallets.map(({ id, thinnedTo, lastAt }) => [id, { thinnedTo: msOf(thinnedTo), lastAt: msOf(lastAt) }]),
  )
  const nameOf = (walletId: string, moment: Date): string | null => {
    const wallet = readTo.get(walletId)
    if (!wallet) return null
    const { thinnedTo, lastAt } = wallet
    const isPassed = lastAt !== null && lastAt >= moment.getTime()
    return `${walletId} ${thinnedTo} ${isPassed ? moment.getTime() : `since ${lastAt}`}`
  }
  // A reading added in between is before only some of the later moments, but these share one name.
  const areOfThen = (walletId: string, readings: readonly TimedReading[]): boolean => {
    const lastAt = readTo.get(walletId)?.lastAt ?? null
    return readings.every(({ at }) => lastAt !== null && at.getTime() <= lastAt)
  }
  const found = new Map<string, TimedReading>()
  const add = (readings: readonly TimedReading[]) => {
    for (const reading of readings) found.set(reading.id, reading)
  }
  const missing = moments.filter((moment) =>
    walletIds.some((id) => {
      const name = nameOf(id, moment)
      const kept = name === null ? undefined : keptReadings().get(name)
      if (kept) add(kept)
      return !kept
    }),
  )
  if (missing.length > 0) {
    const rows = (await selectPointsBefore(db, team.id, walletIds, missing)).map(toPlaced)
    for (const id of walletIds) {
      const own = rows.filter(({ walletId }) => walletId === id)
      for (const moment of missing) {
        const name = nameOf(id, moment)
        const readings = lastBefore(own, moment)
        if (name !== null && areOfThen(id, readings)) keptReadings().set(name, readings)
        add(readings)
      }
    }
  }
  return [...found.values()].sort((one, other) => one.at.getTime() - other.at.getTime())
}

/** Returns the first balance that was read of a wallet in a span; null if none was. */
export async function findFirstBalance(
  { db, team }: TeamCtx,
  walletId: string,
  span: { readonly from: Date; readonly to: Date },
): Promise<Pick<TimedReading, 'at' | 'balanceNano'> | null> {
  const [first] = await selectReadingsInSpan(db, { teamId: team.id, walletId }, span, 1)
  return first ? { at: parseMoment(first.at), balanceNano: toBalancePoint(first).balanceNano } : null
}

const msOf = (at: StoredMoment | null): number | null => (at === null ? null : parseMoment(at).getTime())

const toPlaced = (row: StoredPoint): TimedReading => ({
  id: row.id,
  walletId: row.walletId,
  at: parseMoment(row.at),
  ...toBalancePoint(row),
})

/** Returns the last reading before a given time and the last clean one. The readings must be ordered, oldest first. */
function lastBefore(readings: readonly TimedReading[], moment: Date): TimedReading[] {
  const last = readings.findLastIndex(({ at }) => at < moment)
  const clean = readings.findLastIndex((reading, index) => index <= last && isCleanPoint(reading))
  return [...new Set([clean, last])].flatMap((index) => readings[index] ?? [])
}

/** Maximum number of readings in one step. A day has a few hundred, unless somebody reads a balance all the time. */
const MAX = 2000
/** Number of following readings to fetch. The next clean one is nearly always among them. */
const FOLLOWING = 10

/** At most a day of a wallet's readings that have not been checked for thinning. */
export interface OldReadings {
  readonly walletId: string
  /** Oldest first. */
  readonly readings: readonly ReadingView[]
  /** The same readings, with the last clean one before and some that follow. */
  readonly within: readonly ReadingView[]
  /** The start of the next day. */
  readonly to: Date
}

/**
 * Returns the wallet's next day of readings before a given time, from where `deleteThinnedReadings` stopped; null if there is none.
 */
export async function findNextOldReadings(
  { db, team }: TeamCtx,
  walletId: string,
  before: Date,
): Promise<OldReadings | null> {
  const whose = { teamId: team.id, walletId }
  const first = await selectFirstReading(db, whose, before)
  if (!first) return null
  const nextDay = (Math.floor(first.at.getTime() / DAY_MS) + 1) * DAY_MS
  const end = new Date(Math.min(nextDay, before.getTime()))
  const rows = (await selectReadingsInSpan(db, whose, { from: first.at, to: end }, MAX)).map(toReading)
  const last = rows.at(-1)
  const to = last && rows.length === MAX ? new Date(last.at.getTime() + 1) : end
  const [earlier, following] = await Promise.all([
    readLatest(db, team.id, walletId, first.at),
    selectReadingsInSpan(db, whose, { from: to, to: new Date(to.getTime() + 7 * DAY_MS) }, FOLLOWING),
  ])
  const clean = earlier?.clean ? [toReading(earlier.clean)] : []
  return { walletId, readings: rows, within: [...clean, ...rows, ...following.map(toReading)], to }
}

/** Deletes some of these readings and notes that all were checked, in the caller's transaction. */
export async function deleteThinnedReadings(
  tx: Tx,
  { team }: TeamCtx,
  { walletId, readings, to }: OldReadings,
  going: ReadonlySet<string>,
): Promise<void> {
  const ids = readings.map(({ id }) => id).filter((id) => going.has(id))
  if (ids.length > 0) await deleteReadings(tx, team.id, ids)
  await updateThinnedUpTo(tx, team.id, walletId, to)
}
