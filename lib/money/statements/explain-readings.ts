import { type LostCall, MAX_SETTLING_MS } from '@/lib/money/ledger'
import type { ReadingView } from '@/lib/money/wallets'
import { boundUnpriced } from './bound-unpriced'
import { type CallPart, doubtByCalls, findCallParts, rebookAt } from './call-parts'
import { findEarly } from './early-readings'
import { doubtLate } from './late-charges'
import { type Explained, explain } from './movements'
import { cleanBeside, type Window, windowsOf } from './windows'

export interface ExplainedReadings extends Explained {
  /** The clean readings, oldest first: each movement lies between two of them. */
  readonly anchors: readonly ReadingView[]
  /** How late the wallet's charges have been seen to show; 0 where none was seen to be late. */
  readonly learntMs: number
  /** The operations whose pages cost something per call, too. */
  readonly callParts: readonly CallPart[]
}

/**
 * The same for readings that were explained `before`, and `newer` ones; with the same lost calls. Only the newer ones are
 * looked at, where they tell nothing of those before.
 */
export function explainMore(
  before: ExplainedReadings,
  readings: readonly ReadingView[],
  newer: readonly ReadingView[],
  lost: readonly LostCall[],
): ExplainedReadings {
  const { going } = before
  const last = before.anchors.at(-1)
  if (!going || !last) return explainReadings(readings, lost)
  const isClean = cleanBeside(lost)
  const added = newer.filter((reading) => isClean(reading))
  const anchors = [...before.anchors, ...added]
  const windows = boundUnpriced([...going.windows, ...windowsOf([last, ...added], lost, before.anchors)])
  const explained = explain(windows, going)
  if (findEarly(anchors, explained.movements).length > 0 || findCallParts(windows).length > 0)
    return explainReadings(readings, lost)
  const movements = doubtLate(anchors, doubtByCalls(explained))
  return { anchors, learntMs: 0, callParts: [], ...explained, movements }
}

/** Each round finds later charges than the one before: from one minute to the longest takes four. */
const MAX_ROUNDS = 8

/**
 * Explains a wallet's readings (oldest first). A reading that came before the charges of our own pages showed tells a
 * rise, and the next one the same fall: such readings are left out, and later ones must have waited for longer.
 */
export function explainReadings(
  readings: readonly ReadingView[],
  lost: readonly LostCall[],
): ExplainedReadings {
  const early = new Set<string>()
  const isClean = cleanBeside(lost)
  let learntMs = 0
  for (let round = 1; ; round++) {
    const anchors = readings.filter((reading) => !early.has(reading.id) && isClean(reading, learntMs))
    const windows = boundUnpriced(windowsOf(anchors, lost))
    const callParts = findCallParts(windows)
    const explained = explainAt(callParts, windows)
    const found = findEarly(anchors, explained.movements)
    if (found.length === 0 || round === MAX_ROUNDS) {
      // Which readings were early, later ones may tell otherwise.
      const going = early.size === 0 ? explained.going : null
      const movements = doubtLate(anchors, doubtByCalls(explained))
      return { anchors, learntMs, callParts, ...explained, going, movements }
    }
    for (const { id, quietMs } of found) {
      early.add(id)
      // Only that it is longer is known.
      learntMs = Math.min(MAX_SETTLING_MS, Math.max(learntMs, 2 * (quietMs ?? 0)))
    }
  }
}

function explainAt(callParts: readonly CallPart[], windows: readonly Window[]): Explained {
  if (callParts.length === 0) return explain(windows)
  const rebooked = rebookAt(callParts, windows)
  const explained = explain(rebooked.windows)
  return { ...explained, movements: rebooked.restore(explained.movements), going: null }
}
