import { createHash } from 'node:crypto'
import { type ByOperation, byOperation, type Clock, isOperation, type OperationName } from '@/lib/kernel'
import { DAY_MS } from '@/lib/platform/calendar'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import { listFormOf, type Provider } from '@/lib/upstream/client'
import {
  addCompliantPages,
  type CompliantPages,
  type CountBreach,
  type HabitRow,
  recordLargestPage,
  resetCompliantPages,
  rotateLargestPages,
  selectHabits,
} from './store'

/** Number of consecutive pages that prove that a list keeps to counts. */
const PROOF = 20
/**
 * Number of pages needed after a breach, so that an upstream that mostly keeps to counts is not believed again and
 * again.
 */
const PROOF_AFTER_BREACH = 1000

/** Minimum time for which the largest page is remembered; the maximum is twice as long. */
const MAX_KEPT_MS = 14 * DAY_MS

/** An upstream with its provider. `name` is the same after a restart. */
export interface NamedUpstream {
  readonly name: string
  readonly provider: Provider
}

/**
 * Identifies a list, or another path, of the upstream. Another upstream or path is another list, of which nothing is
 * known.
 */
export const listHash = ({ name, provider }: NamedUpstream, operation: OperationName): string =>
  createHash('sha256')
    .update(JSON.stringify([name, operation, pathOf(provider, operation)]))
    .digest('base64url')

const pathOf = (provider: Provider, operation: OperationName): string | undefined =>
  isOperation(operation)
    ? listFormOf(provider, operation).path
    : provider.paths.find((path) => path.name === operation)?.path

const proofOf = ({ breaches }: Pick<HabitRow, 'breaches'>): number =>
  breaches === 0 ? PROOF : PROOF_AFTER_BREACH

const isProven = (row: Pick<HabitRow, 'kept' | 'breaches'>): boolean => row.kept >= proofOf(row)

/**
 * Returns which of these lists have never sent more than was asked for, and from which count on: a list whose pages
 * hold fifty keeps to counts of fifty and more. Read whenever a call is reserved, so that a breach in one process
 * applies to all.
 */
export async function listsKeepingCount(
  db: Db | Tx,
  teamId: string,
  places: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const habits = await readPageHabits(db, teamId, places)
  return new Map(
    [...habits].flatMap(([place, { keptFrom }]) => (keptFrom === null ? [] : [[place, keptFrom]])),
  )
}

/** Facts about a list's pages for reserving a call. */
export interface PageHabit {
  /** Minimum count from which its pages held no more than was asked for; null if that is not known. */
  readonly keptFrom: number | null
  /** Maximum number of items in a page of recent weeks, among pages larger than expected; else 0. */
  readonly largest: number
}

/** Returns the habits of these lists, with the largest pages that they have sent recently. */
export async function readPageHabits(
  db: Db | Tx,
  teamId: string,
  places: readonly string[],
): Promise<ReadonlyMap<string, PageHabit>> {
  if (places.length === 0) return new Map()
  const rows = await selectHabits(db, teamId, places)
  return new Map(
    rows.map((row) => [
      row.place,
      {
        keptFrom: isProven(row) ? row.leastCount : null,
        largest: Math.max(row.largest, row.largestBefore),
      },
    ]),
  )
}

/**
 * Forgets the largest pages of two to four weeks ago, so that a single page that was far too large does not stop small
 * calls for ever.
 */
export async function forgetLargePages(db: Db, clock: Clock): Promise<void> {
  const now = clock.now()
  await rotateLargestPages(db, new Date(now.getTime() - MAX_KEPT_MS), now)
}

/** A received page: the items asked for, the items that came, and whether more follow. */
export interface SizedPage {
  readonly place: string
  readonly operation: OperationName
  readonly asked: number
  readonly came: number
  readonly hasMore: boolean
  /** Maximum number of items that a page of the list is asked for. */
  readonly maximum: number
}

/**
 * Learns from received pages, in the transaction that books them. Writes only while something is unproven, at a
 * smaller count than all before, and at a breach: a page that held more than was asked for. Returns the operations
 * whose lists were believed until now and no longer are: the reservations of their calls are too small.
 */
export async function recordPageSizes(
  tx: Tx,
  teamId: string,
  pages: readonly SizedPage[],
  at: Date,
): Promise<OperationName[]> {
  const telling = pages.filter((page) => isBreach(page) || isLarge(page) || isProof(page))
  if (telling.length === 0) return []
  // The order is the same everywhere, so that two transactions cannot wait for each other.
  const places = [...new Set(telling.map(({ place }) => place))].sort()
  const before = new Map((await selectHabits(tx, teamId, places)).map((row) => [row.place, row]))
  const disproven: OperationName[] = []
  for (const place of places) {
    const row = before.get(place) ?? NOTHING_KNOWN
    const large = telling.filter((page) => page.place === place && isLarge(page))
    const largest = Math.max(0, ...large.map(({ came }) => came))
    if (largest > row.largest) await recordLargestPage(tx, teamId, place, largest, at)
    // A breach at a smaller count than those proven disproves nothing.
    const ofPlace = telling.filter(
      (page) =>
        page.place === place &&
        (isBreach(page) || isProof(page)) &&
        !(isBreach(page) && isProven(row) && page.asked < row.leastCount),
    )
    const last = ofPlace.findLastIndex(isBreach)
    const broken = ofPlace[last]
    const kept = keptOf(ofPlace.slice(last + 1))
    // A list that is known to break counts has nothing to lose.
    if (broken && (row.kept > 0 || row.breaches === 0)) {
      await resetCompliantPages(tx, teamId, place, breachOf(broken, at), kept)
      if (isProven(row)) disproven.push(broken.operation)
    } else if (!broken && kept.pages > 0 && (!isProven(row) || kept.leastCount < row.leastCount))
      await addCompliantPages(tx, teamId, place, kept)
  }
  return disproven
}

const keptOf = (pages: readonly SizedPage[]): CompliantPages => ({
  pages: pages.length,
  leastCount: pages.length === 0 ? 0 : Math.min(...pages.map(({ asked }) => asked)),
})

const NOTHING_KNOWN = { kept: 0, leastCount: 0, breaches: 0, largest: 0 }

const isBreach = ({ asked, came }: SizedPage): boolean => came > asked

/** Returns whether a page held more than the provider says is possible, even if a caller asked for that many. */
const isLarge = ({ maximum, came }: SizedPage): boolean => came > maximum

/**
 * Returns whether a page is a whole page of less than the maximum. A page well below its count proves nothing, because
 * all pages of the list may be of that size.
 */
const isProof = ({ maximum, asked, came, hasMore }: SizedPage): boolean =>
  hasMore && asked < maximum && came <= asked && came * 10 >= asked * 9

const breachOf = ({ asked, came }: SizedPage, at: Date): CountBreach => ({
  askedItems: asked,
  cameItems: came,
  at,
})

/** The way a list treats counts, as far as its pages have shown. */
export interface CountHabit {
  readonly keepsToCount: boolean
  /** Minimum count that it was seen to keep to; of smaller ones nothing is known. */
  readonly leastCount: number
  /** Number of consecutive pages that kept to counts, and the number needed to believe it. */
  readonly kept: number
  readonly needed: number
  /** The last page that held more than was asked for. */
  readonly broken: CountBreach | null
}

/** Returns how each list of the team's upstream takes counts, as far as its pages have shown. */
export async function listCountHabits(
  { db, team }: TeamCtx,
  upstream: NamedUpstream,
): Promise<ByOperation<CountHabit>> {
  const places = byOperation((operation) => listHash(upstream, operation))
  const rows = await selectHabits(db, team.id, Object.values(places))
  return byOperation((operation) => viewOf(rows.find(({ place }) => place === places[operation])))
}

function viewOf(row: HabitRow | undefined): CountHabit {
  const { kept, leastCount, breaches } = row ?? NOTHING_KNOWN
  const needed = proofOf({ breaches })
  const { askedItems = null, cameItems = null, brokenAt = null } = row ?? {}
  const broken =
    askedItems === null || cameItems === null || brokenAt === null
      ? null
      : { askedItems, cameItems, at: brokenAt }
  return { keepsToCount: kept >= needed, leastCount, kept: Math.min(kept, needed), needed, broken }
}
