import { type Nano, type OperationName, operationEntries } from '@/lib/kernel'
import { type LostCall, MAX_SETTLING_MS } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'
import { hasUnpricedPages } from './account-for'
import {
  type CallPart,
  createPartTest,
  doubtAgainstUnpricedPages,
  findCallParts,
  neededParts,
  needSecondLook,
  rebookWithCallParts,
} from './call-parts'
import { doubtLateCharges, findEarlyReadings } from './late-charges'
import { type ExplainedWindows, explainWindows } from './movements'
import { buildWindows, createCleanReadingTest, type Window } from './windows'

export interface ExplainedReadings extends ExplainedWindows {
  /** The clean readings, oldest first. Each movement lies between two of them. */
  readonly anchors: readonly ReadingView[]
  /** Longest delay at which the wallet's charges were seen to show, in milliseconds; 0 if none was late. */
  readonly learntMs: number
  /** The operations whose pages also cost something per call. */
  readonly callParts: readonly CallPart[]
}

/**
 * Explains readings that were explained `before`, plus `newer` ones, with the same lost calls. Reads only the newer
 * ones unless they change what the earlier ones showed.
 */
export function explainNewReadings(
  before: ExplainedReadings,
  readings: readonly ReadingView[],
  newer: readonly ReadingView[],
  lost: readonly LostCall[],
): ExplainedReadings {
  const { going } = before
  const last = before.anchors.at(-1)
  if (!going || !last) return explainReadings(readings, lost)
  const isClean = createCleanReadingTest(lost)
  const added = newer.filter((reading) => isClean(reading))
  const anchors = [...before.anchors, ...added]
  const windows = boundUnpriced([...going.windows, ...buildWindows([last, ...added], lost, before.anchors)])
  if (going.windows.some((window, index) => window !== windows[index])) return explainReadings(readings, lost)
  const explained = explainWindows(windows, going)
  if (findEarlyReadings(anchors, explained.movements).length > 0 || findCallParts(windows).length > 0)
    return explainReadings(readings, lost)
  const movements = doubtLateCharges(anchors, doubtAgainstUnpricedPages(explained), createPartTest(explained))
  return { anchors, learntMs: 0, callParts: [], ...explained, movements }
}

/**
 * Maximum number of rounds. Each finds later charges than the one before: from one minute to the longest delay takes
 * four.
 */
const MAX_ROUNDS = 8

/**
 * Explains a wallet's readings (oldest first). A reading made before the charges of our own pages showed looks like a
 * rise, and the next one like the same fall. Such readings are left out, and later ones must have waited longer.
 */
export function explainReadings(
  readings: readonly ReadingView[],
  lost: readonly LostCall[],
): ExplainedReadings {
  const early = new Set<string>()
  const isClean = createCleanReadingTest(lost)
  let learntMs = 0
  for (let round = 1; ; round++) {
    const anchors = readings.filter((reading) => !early.has(reading.id) && isClean(reading, learntMs))
    const windows = boundUnpriced(buildWindows(anchors, lost))
    const callParts = findCallParts(windows)
    const explained = explainAt(callParts, windows)
    const found = findEarlyReadings(anchors, explained.movements)
    if (found.length === 0 || round === MAX_ROUNDS) {
      // Later readings may change which ones were early, so this result cannot be continued.
      const going = early.size === 0 ? explained.going : null
      const movements = doubtLateCharges(
        anchors,
        doubtAgainstUnpricedPages(explained),
        createPartTest(explained),
      )
      return { anchors, learntMs, callParts, ...explained, going, movements }
    }
    for (const { id, quietMs } of found) {
      early.add(id)
      // Only a lower limit of the delay is known.
      learntMs = Math.min(MAX_SETTLING_MS, Math.max(learntMs, 2 * (quietMs ?? 0)))
    }
  }
}

function explainAt(callParts: readonly CallPart[], windows: readonly Window[]): ExplainedWindows {
  const parts = neededParts(callParts, windows)
  if (parts.length === 0) return explainWindows(windows)
  let rebooked = rebookWithCallParts(parts, windows)
  let explained = explainWindows(rebooked.windows)
  if (needSecondLook(explained.movements)) {
    rebooked = rebookWithCallParts(parts, windows, explained.movements)
    explained = explainWindows(rebooked.windows)
  }
  return { ...explained, movements: rebooked.restore(explained.movements), going: null }
}

/**
 * Number of windows after which the maximum cost of pages without a price is believed. By then, readings would have
 * shown a price if there were one.
 */
const MIN_WINDOWS = 5

/** The cheapest windows so far with pages of an operation that has no price. */
interface Cheapest {
  readonly windows: number
  readonly perItem: Nano
  readonly perPage: Nano
}

/**
 * Limits what pages without a price may have cost in each window, by the windows before it (oldest first): a price per
 * item and one per call that no window contradicts. Without a limit, free calls would hide whatever somebody else
 * takes.
 */
function boundUnpriced(windows: readonly Window[]): readonly Window[] {
  if (!windows.some(hasUnpricedPages)) return windows
  const cheapest = new Map<OperationName, Cheapest>()
  const isShown = findShownPrices(windows)
  return windows.map((window) => {
    if (!hasUnpricedPages(window)) return window
    const lines = operationEntries(window.settled).filter(([, { unpricedItems }]) => unpricedItems > 0)
    // A price that rose is no contradiction: the earlier windows say nothing about it.
    if (isShown(window))
      for (const [name, { unpricedItems, pages }] of lines) {
        const known = cheapest.get(name)
        const [perItem, perPage] = [ceil(window.dropNano, unpricedItems), ceil(window.dropNano, pages)]
        if (known && known.perItem < perItem && known.perPage < perPage)
          cheapest.set(name, { ...known, perItem, perPage })
      }
    let boundNano: Nano | null = 0n
    for (const [name, { unpricedItems, pages }] of lines) {
      const known = cheapest.get(name)
      if (boundNano === null || !known || known.windows < MIN_WINDOWS) boundNano = null
      else boundNano += known.perItem * BigInt(unpricedItems) + known.perPage * BigInt(pages)
    }
    // A top-up hides what its window cost.
    if (window.lost.length === 0 && window.dropNano >= 0n)
      for (const line of lines) note(cheapest, line, window.dropNano)
    return boundNano === window.maxUnpricedNano ? window : { ...window, maxUnpricedNano: boundNano }
  })
}

/** Stands for the number of pages, or items, of windows that were booked at exactly what they cost. */
const BOOKED = 0

/**
 * Returns a test of whether a window's pages without a price cost one that windows with only one operation prove: by
 * other numbers of items, or of pages, at exactly the same price, or by pages that were booked at it.
 */
function findShownPrices(windows: readonly Window[]): (window: Window) => boolean {
  const counts = new Map<string, Set<number>>()
  const shown = new Map<Window, readonly string[]>()
  for (const window of windows) {
    const lines = operationEntries(window.settled).filter(([, { pages }]) => pages > 0)
    const unpriced = lines.filter(([, { unpricedItems }]) => unpricedItems > 0)
    const [line, ...others] = unpriced.length > 0 ? unpriced : lines
    const { lost, dropNano } = window
    if (!line || others.length > 0 || lost.length > 0) continue
    const [name, { items, unpricedItems, pages, chargeNano }] = line
    const isBooked = unpricedItems === 0
    const costNano = isBooked ? chargeNano : dropNano
    if (costNano <= 0n || (isBooked && dropNano !== 0n)) continue
    // How many pages had a price is not known if some did.
    const units = {
      items: isBooked ? items : unpricedItems,
      pages: isBooked || unpricedItems === items ? pages : 0,
    }
    const prices = Object.entries(units).flatMap(([by, count]) =>
      count > 0 && costNano % BigInt(count) === 0n
        ? [{ key: `${name} ${by} ${costNano / BigInt(count)}`, count }]
        : [],
    )
    if (lines.length === 1)
      for (const { key, count } of prices)
        counts.set(key, (counts.get(key) ?? new Set()).add(isBooked ? BOOKED : count))
    if (isBooked) continue
    shown.set(
      window,
      prices.map(({ key }) => key),
    )
  }
  const isProved = (key: string): boolean => {
    const found = counts.get(key)
    return found !== undefined && (found.has(BOOKED) || found.size > 1)
  }
  return (window) => (shown.get(window) ?? []).some(isProved)
}

function note(
  cheapest: Map<OperationName, Cheapest>,
  [name, { unpricedItems, pages }]: readonly [OperationName, Window['settled'][string]],
  dropNano: Nano,
): void {
  const [perItem, perPage] = [ceil(dropNano, unpricedItems), ceil(dropNano, pages)]
  const known = cheapest.get(name) ?? { windows: 0, perItem, perPage }
  cheapest.set(name, {
    windows: known.windows + 1,
    perItem: known.perItem < perItem ? known.perItem : perItem,
    perPage: known.perPage < perPage ? known.perPage : perPage,
  })
}

const ceil = (nano: Nano, by: number): Nano => (nano + BigInt(by) - 1n) / BigInt(by)
