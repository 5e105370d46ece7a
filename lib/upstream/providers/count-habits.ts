import { createHash } from 'node:crypto'
import { type ByOperation, byOperation, isOperation, type OperationName } from '@/lib/kernel'
import type { Db, TeamCtx, Tx } from '@/lib/platform/db'
import { listOf, type Provider } from '@/lib/upstream/client'
import {
  addKept,
  type Breach,
  breakHabit,
  type HabitRow,
  type KeptPages,
  noteLargest,
  selectHabits,
} from './habit-store'

/** So many pages in a row prove that a list keeps to counts. */
const PROOF = 20
/** After a breach: an upstream that keeps to counts only mostly must not be believed again and again. */
const PROOF_AFTER_BREACH = 1000

/** An upstream by a provider: `name` is the same after a restart. */
export interface NamedUpstream {
  readonly name: string
  readonly provider: Provider
}

/** Names a list, or another path, of the upstream. Another upstream or path is another list, of which nothing is known. */
export const placeOf = ({ name, provider }: NamedUpstream, operation: OperationName): string =>
  createHash('sha256')
    .update(JSON.stringify([name, operation, pathOf(provider, operation)]))
    .digest('base64url')

const pathOf = (provider: Provider, operation: OperationName): string | undefined =>
  isOperation(operation)
    ? listOf(provider, operation).path
    : provider.paths.find((path) => path.name === operation)?.path

const proofOf = ({ breaches }: Pick<HabitRow, 'breaches'>): number =>
  breaches === 0 ? PROOF : PROOF_AFTER_BREACH

const isProven = (row: Pick<HabitRow, 'kept' | 'breaches'>): boolean => row.kept >= proofOf(row)

/**
 * Which of these lists were seen to send no more than is asked for, and from which count on: a list whose pages hold fifty
 * keeps to counts of fifty and more. Asked where a call is reserved: one process's breach holds for all.
 */
export async function keepingPlaces(
  db: Db | Tx,
  teamId: string,
  places: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const habits = await habitsOf(db, teamId, places)
  return new Map(
    [...habits].flatMap(([place, { keptFrom }]) => (keptFrom === null ? [] : [[place, keptFrom]])),
  )
}

/** What is known of a list's pages where a call is reserved. */
export interface PageHabit {
  /** From which count on its pages held no more than was asked for; null where that is not known. */
  readonly keptFrom: number | null
  /** The most items that a page has held, of those that were larger than was to be expected; else 0. */
  readonly largest: number
}

/** The same with the largest pages that these lists have sent. */
export async function habitsOf(
  db: Db | Tx,
  teamId: string,
  places: readonly string[],
): Promise<ReadonlyMap<string, PageHabit>> {
  if (places.length === 0) return new Map()
  const rows = await selectHabits(db, teamId, places)
  return new Map(
    rows.map((row) => [row.place, { keptFrom: isProven(row) ? row.leastCount : null, largest: row.largest }]),
  )
}

/** A received page: how many items were asked for, how many came, and whether more follow. */
export interface SizedPage {
  readonly place: string
  readonly operation: OperationName
  readonly asked: number
  readonly came: number
  readonly hasMore: boolean
  /** The most that a page of the list is asked for. */
  readonly maximum: number
}

/**
 * Learns from received pages, in the transaction that books them. Writes only while something is unproven, at a smaller
 * count than all before, and at a breach: a page that held more than was asked for. Answers the operations whose lists were believed until now, and are
 * not any more: what was reserved for their calls is too little.
 */
export async function observePages(
  tx: Tx,
  teamId: string,
  pages: readonly SizedPage[],
  at: Date,
): Promise<OperationName[]> {
  const telling = pages.filter((page) => isBreach(page) || isLarge(page) || isProof(page))
  if (telling.length === 0) return []
  // In one order everywhere, so that two transactions cannot wait for each other.
  const places = [...new Set(telling.map(({ place }) => place))].sort()
  const before = new Map((await selectHabits(tx, teamId, places)).map((row) => [row.place, row]))
  const disproven: OperationName[] = []
  for (const place of places) {
    const row = before.get(place) ?? NOTHING_KNOWN
    const large = telling.filter((page) => page.place === place && isLarge(page))
    const largest = Math.max(0, ...large.map(({ came }) => came))
    if (largest > row.largest) await noteLargest(tx, teamId, place, largest)
    // Of smaller counts than those that were proven nothing was believed.
    const ofPlace = telling.filter(
      (page) =>
        page.place === place &&
        (isBreach(page) || isProof(page)) &&
        !(isBreach(page) && isProven(row) && page.asked < row.leastCount),
    )
    const last = ofPlace.findLastIndex(isBreach)
    const broken = ofPlace[last]
    const kept = keptOf(ofPlace.slice(last + 1))
    // A list that is known to break them has nothing to lose.
    if (broken && (row.kept > 0 || row.breaches === 0)) {
      await breakHabit(tx, teamId, place, breachOf(broken, at), kept)
      if (isProven(row)) disproven.push(broken.operation)
    } else if (!broken && kept.pages > 0 && (!isProven(row) || kept.leastCount < row.leastCount))
      await addKept(tx, teamId, place, kept)
  }
  return disproven
}

const keptOf = (pages: readonly SizedPage[]): KeptPages => ({
  pages: pages.length,
  leastCount: pages.length === 0 ? 0 : Math.min(...pages.map(({ asked }) => asked)),
})

const NOTHING_KNOWN = { kept: 0, leastCount: 0, breaches: 0, largest: 0 }

const isBreach = ({ asked, came }: SizedPage): boolean => came > asked

/** More than the provider says that a page can hold, also where a caller has asked for it. */
const isLarge = ({ maximum, came }: SizedPage): boolean => came > maximum

/** A whole page of less than the maximum. What is below its count tells nothing: all pages of the list may be of that size. */
const isProof = ({ maximum, asked, came, hasMore }: SizedPage): boolean =>
  hasMore && asked < maximum && came <= asked && came * 10 >= asked * 9

const breachOf = ({ asked, came }: SizedPage, at: Date): Breach => ({
  askedItems: asked,
  cameItems: came,
  at,
})

/** What is known of how a list takes counts. */
export interface CountHabit {
  readonly keepsToCount: boolean
  /** The least count that it was seen to keep to; of smaller ones nothing is known. */
  readonly leastCount: number
  /** Pages in a row that kept to them, and how many are needed to believe it. */
  readonly kept: number
  readonly needed: number
  /** The last page that held more than was asked for. */
  readonly broken: Breach | null
}

/** How each list of the team's upstream takes counts, as far as its pages have shown. */
export async function listCountHabits(
  { db, team }: TeamCtx,
  upstream: NamedUpstream,
): Promise<ByOperation<CountHabit>> {
  const places = byOperation((operation) => placeOf(upstream, operation))
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
