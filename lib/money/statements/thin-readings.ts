import { operationEntries } from '@/lib/kernel'
import { type LostCall, listLostCalls, MAX_SETTLING_MS } from '@/lib/money/ledger'
import {
  deleteThinnedReadings,
  findNextOldReadings,
  listWallets,
  type ReadingView,
} from '@/lib/money/wallets'
import { DAY_MS } from '@/lib/platform/calendar'
import { type TeamCtx, type Tx, transaction } from '@/lib/platform/db'
import { MAX_CALL_MS } from './list-movements'
import { buildWindows, createCleanReadingTest, type Window } from './windows'

/** Age in days up to which all readings stay, because what they show may still be reported. */
const KEPT_DAYS = 30

/**
 * Deletes the readings older than thirty days that prove nothing (see `findRedundantReadings`): one day of a wallet per step,
 * each in a short transaction that `isMine` may refuse. Yields after each step, and continues where it last stopped.
 */
export async function* thinReadings(
  ctx: TeamCtx,
  isMine: (tx: Tx) => Promise<boolean>,
): AsyncGenerator<void, void> {
  const oldest = ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS
  const before = new Date(Math.floor(oldest / HOUR_MS) * HOUR_MS)
  for (const { id } of await listWallets(ctx)) {
    for (;;) {
      const old = await findNextOldReadings(ctx, id, before)
      if (!old) break
      const since = (old.within[0]?.askedAt ?? before).getTime() - MAX_CALL_MS
      const until = old.within.at(-1)?.at ?? before
      const lost = await listLostCalls(ctx, id, new Date(since), until)
      const going = new Set(findRedundantReadings(old.within, lost))
      const isDone = await transaction(ctx.db, async (tx) => {
        const mine = await isMine(tx)
        if (mine) await deleteThinnedReadings(tx, ctx, old, going)
        return mine
      })
      if (!isDone) return
      yield
    }
  }
}

const HOUR_MS = 3_600_000
/** Number of windows that must show a price, or a change of it, before further ones prove nothing new. */
const ENOUGH = 4

/**
 * Returns the ids of readings without which everything is explained as before: the balance did exactly what our pages
 * say, before and after them. Takes a wallet's readings of a day (oldest first, with the clean ones before and after
 * it). Keeps the last clean reading of each hour, and the one that shows soonest that charges have arrived.
 */
export function findRedundantReadings(readings: readonly ReadingView[], lost: readonly LostCall[]): string[] {
  const isClean = createCleanReadingTest(lost)
  const clean = readings.filter((reading) => isClean(reading))
  const windows = buildWindows(clean, lost)
  const soonest = soonestOf(clean, windows)
  const isWellShown = seenOften()
  const isNear = nearMoves(clean, windows)
  const going = new Set<string>()
  let before = windows[0]
  for (const [index, after] of windows.entries()) {
    const reading = clean[index]
    if (index === 0 || !reading || !before) continue
    const next = clean[index + 1]
    const stays =
      !next ||
      reading === soonest ||
      hourOf(reading) !== hourOf(next) ||
      isNear(index) ||
      (next.quietMs !== null && isCharged(before) && !isCharged(after)) // The next one would seem to show charges sooner.
    const joined = stays || !isWellShown(before) ? null : join(before, after)
    if (joined) going.add(reading.id)
    before = joined ?? after
  }
  return [...going, ...uncleanWithin(readings, clean, windows)]
}

/**
 * Returns a function to call with one window after the other. It returns whether enough windows have shown its prices
 * since one of them changed.
 */
function seenOften(): (window: Window) => boolean {
  const times = new Map<string, number>()
  const last = new Map<string, bigint>()
  return ({ settled }) => {
    const used = operationEntries(settled).filter(([, { units }]) => units > 0n)
    if (used.length === 0) return true
    for (const [operation, { units, chargeNano }] of used) {
      const price = chargeNano / units
      if (last.get(operation) !== price) times.clear()
      last.set(operation, price)
    }
    const name = used.map(([operation]) => operation).join()
    times.set(name, (times.get(name) ?? 0) + 1)
    return (times.get(name) ?? 0) > ENOUGH
  }
}

/**
 * Returns whether something else moved the balance so shortly before or after a reading that charges may have shown
 * late there. What lies before the first and after the last reading is not known.
 */
function nearMoves(clean: readonly ReadingView[], windows: readonly Window[]): (index: number) => boolean {
  const ends = [clean[0]?.at, ...windows.filter((window) => !isAsBooked(window)).map(({ to }) => to)]
  const starts = [
    ...windows.filter((window) => !isAsBooked(window)).map(({ from }) => from),
    clean.at(-1)?.at,
  ]
  let [ended, starting] = [0, 0]
  return (index) => {
    const at = clean[index]?.at.getTime() ?? 0
    while ((ends[ended + 1]?.getTime() ?? Number.POSITIVE_INFINITY) <= at) ended++
    while ((starts[starting]?.getTime() ?? Number.POSITIVE_INFINITY) < at) starting++
    const sinceMs = at - (ends[ended]?.getTime() ?? 0)
    const untilMs = (starts[starting]?.getTime() ?? Number.POSITIVE_INFINITY) - at
    return Math.min(sinceMs, untilMs) <= MAX_SETTLING_MS
  }
}

const hourOf = ({ at }: ReadingView): number => Math.floor(at.getTime() / HOUR_MS)

/** Returns the reading made soonest after a call of ours that showed its charge; null if there is none. */
function soonestOf(clean: readonly ReadingView[], windows: readonly Window[]): ReadingView | null {
  let soonest: ReadingView | null = null
  for (const [index, window] of windows.entries()) {
    const reading = clean[index + 1]
    if (!reading || reading.quietMs === null || !isAsBooked(window) || !isCharged(window)) continue
    if (reading.quietMs < (soonest?.quietMs ?? Number.POSITIVE_INFINITY)) soonest = reading
  }
  return soonest
}

/**
 * Returns the readings that are not clean, which prove nothing. They stay where the balance moved, because charts show
 * them.
 */
function uncleanWithin(
  readings: readonly ReadingView[],
  clean: readonly ReadingView[],
  windows: readonly Window[],
): string[] {
  const isKept = new Set(clean.map(({ id }) => id))
  let index = -1
  return readings.flatMap((reading) => {
    if (isKept.has(reading.id)) {
      index++
      return []
    }
    const window = windows[index]
    return window && isAsBooked(window) ? [reading.id] : []
  })
}

/** Returns whether only our own pages moved the balance, to the last decimal. */
const isAsBooked = ({ dropNano, lost, settled }: Window): boolean =>
  dropNano === 0n &&
  lost.length === 0 &&
  Object.values(settled).every(({ unpricedItems }) => unpricedItems === 0)

const isCharged = ({ settled }: Window): boolean => Object.values(settled).some(({ units }) => units > 0n)

/**
 * Joins two windows if the result shows the same prices of the same operations as each of them. Null if it would not.
 */
function join(one: Window, other: Window): Window | null {
  if (!isAsBooked(one) || !isAsBooked(other)) return null
  const [prices, others] = [pricesOf(one), pricesOf(other)]
  const isSame = prices === others || prices === '' || others === ''
  if (!isSame || prices === null || others === null) return null
  return { ...other, from: one.from, settled: prices === '' ? other.settled : one.settled }
}

/**
 * Returns the unit cost of each operation's tariff, as text. Null if one cost nothing, or its units did not all cost
 * the same, or its pages were empty: pages without items beside charged ones make a price look less sure.
 */
function pricesOf({ settled }: Window): string | null {
  const prices: string[] = []
  for (const [operation, { pages, units, chargeNano }] of operationEntries(settled)) {
    if (pages === 0) continue
    if (units === 0n || chargeNano === 0n || chargeNano % units !== 0n) return null
    prices.push(`${operation} ${chargeNano / units}`)
  }
  return prices.sort().join()
}
