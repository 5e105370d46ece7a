import { createHash } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { acquireLock, type Db, type Tx, transaction } from '@/lib/platform/db'
import {
  type AuditRow,
  countUnsealedEntries,
  putAuditChain,
  selectAuditChain,
  selectAuditChains,
  selectNextSealedTeam,
  selectSealedEntries,
  selectUnsealedEntries,
  updateEntrySeals,
} from './store'

/** The end of a chain as it was read. Stored elsewhere, it shows later that nothing before it was rewritten. */
export interface ChainEnd {
  /** Empty: the installation. */
  readonly teamId: string
  readonly place: number
  readonly hash: string
}

export interface ChainReport {
  readonly ends: readonly ChainEnd[]
  /** The faults, one sentence each, with the chain and the position. */
  readonly faults: readonly string[]
  readonly sealed: number
  readonly unsealed: number
}

const MAX_CHECKED_AT_ONCE = 1000
const MAX_FAULTS = 5

const nameOf = (teamId: string): string => (teamId === '' ? 'of the installation' : `of the team ${teamId}`)

/**
 * Recomputes every chain and compares. Finds an entry that was changed, removed or inserted, an end that was cut off,
 * and, by ends that were stored elsewhere, a chain that was rewritten as a whole. Reads only.
 */
export async function checkChains(db: Db, kept: readonly ChainEnd[] = []): Promise<ChainReport> {
  const faults: string[] = []
  const ends: ChainEnd[] = []
  let sealed = 0
  const stored = new Map<string, ChainEnd>()
  for (let after: string | null = null; ; ) {
    const chains: ChainEnd[] = await selectAuditChains(db, after, MAX_CHECKED_AT_ONCE)
    for (const chain of chains) stored.set(chain.teamId, chain)
    after = chains.at(-1)?.teamId ?? after
    if (chains.length < MAX_CHECKED_AT_ONCE) break
  }
  const teams = new Set([...stored.keys(), ...kept.map(({ teamId }) => teamId)])
  for (let after: string | null = null; ; ) {
    const next: { teamId: string } | null = await selectNextSealedTeam(db, after)
    if (!next) break
    teams.add(next.teamId)
    after = next.teamId
  }
  for (const teamId of teams) {
    const own = kept.filter((end) => end.teamId === teamId)
    const read = await checkChain(db, teamId, stored.get(teamId) ?? null, own)
    faults.push(...read.faults)
    sealed += read.end.place
    ends.push(read.end)
  }
  return { ends, faults, sealed, unsealed: await countUnsealedEntries(db) }
}

async function checkChain(db: Db, teamId: string, stored: ChainEnd | null, kept: readonly ChainEnd[]) {
  const chain = `The chain ${nameOf(teamId)}`
  const faults: string[] = []
  const looked = new Set([...kept.map(({ place }) => place), stored?.place])
  const seen = new Map<number, string>()
  let end: ChainEnd = { teamId, place: 0, hash: NO_HASH }
  for (let isMore = true; isMore && faults.length < MAX_FAULTS; ) {
    const entries = await selectSealedEntries(db, teamId, end.place, MAX_CHECKED_AT_ONCE)
    isMore = entries.length === MAX_CHECKED_AT_ONCE
    for (const entry of entries) {
      const index = entry.place ?? 0
      if (index !== end.place + 1)
        faults.push(`${chain}: the entries from place ${end.place + 1} to ${index - 1} were removed.`)
      else if (entry.hash !== hashOf(entry, index, end.hash))
        faults.push(
          `${chain}: the entry at place ${index} was changed or put in (${entry.at.toISOString()}, ${entry.action}, id ${entry.id}).`,
        )
      // Continues from what is stored, so that one fault is reported once.
      end = { teamId, place: index, hash: entry.hash ?? '' }
      if (looked.has(index)) seen.set(index, end.hash)
      if (faults.length >= MAX_FAULTS) break
    }
  }
  if (faults.length === 0) faults.push(...(await faultsOfEnd(db, chain, end, stored, seen)))
  for (const { place, hash } of kept) {
    if (place > end.place)
      faults.push(`${chain}: it ends at place ${end.place}, before the kept place ${place}.`)
    else if (place > 0 && seen.get(place) !== hash)
      faults.push(`${chain}: the entry at place ${place} is not the one whose hash was kept.`)
  }
  return { end, faults }
}

/** Returns the faults of a chain's end. `stored` was read before the entries, and more may have been sealed since. */
async function faultsOfEnd(
  db: Db,
  chain: string,
  end: ChainEnd,
  stored: ChainEnd | null,
  seen: ReadonlyMap<number, string>,
): Promise<string[]> {
  const now = await selectAuditChain(db, end.teamId)
  if (now === null) return [`${chain}: its stored end is missing.`]
  if (stored && stored.place > end.place)
    return [`${chain}: it was cut off after place ${end.place}; its stored end is at place ${stored.place}.`]
  if (now.place < end.place)
    return [`${chain}: entries were put in after its stored end at place ${now.place}.`]
  const isWhole = stored === null || seen.get(stored.place) === stored.hash
  return isWhole ? [] : [`${chain}: its stored end does not fit the entry at place ${stored.place}.`]
}

/** Hash before the first entry of a chain. */
const NO_HASH = '0'.repeat(64)

const MAX_SEALED_AT_ONCE = 200
const MAX_TIMES = 25

/** Returns the hash over an entry's content and position, and the previous entry's hash. */
const hashOf = (entry: AuditRow & { readonly id: string }, index: number, before: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[before, entry.teamId, index, entry.id, entry.at.toISOString(), entry.actorId, entry.actorName],
        ...[entry.action, entry.subjectId, entry.subjectName, entry.detail],
      ]),
    )
    .digest('hex')

/**
 * Adds entries that are not sealed yet to the chains of their teams, in the order of their ids; at most 5,000 in a
 * round. `isMine` says within each transaction whether this process may still do so. Returns how many it sealed.
 */
export async function sealEntries(
  db: Db,
  clock: Clock,
  isMine: (tx: Tx) => Promise<boolean> = () => Promise.resolve(true),
): Promise<number> {
  let sealed = 0
  for (let time = 0; time < MAX_TIMES; time++) {
    const some = await transaction(db, async (tx) => ((await isMine(tx)) ? sealSome(tx, clock) : 0))
    sealed += some
    if (some < MAX_SEALED_AT_ONCE) break
  }
  return sealed
}

async function sealSome(tx: Tx, clock: Clock): Promise<number> {
  // One at a time: two that read the same end would fork a chain.
  await acquireLock(tx, 'audit-chains', 'exclusive')
  const entries = await selectUnsealedEntries(tx, MAX_SEALED_AT_ONCE)
  for (const teamId of new Set(entries.map((entry) => entry.teamId))) {
    const chain = await selectAuditChain(tx, teamId)
    let end = { place: chain?.place ?? 0, hash: chain?.hash ?? NO_HASH }
    const seals: [string, number, string][] = []
    for (const entry of entries) {
      if (entry.teamId !== teamId) continue
      const index = end.place + 1
      end = { place: index, hash: hashOf(entry, index, end.hash) }
      seals.push([entry.id, index, end.hash])
    }
    await updateEntrySeals(tx, seals)
    await putAuditChain(tx, { teamId, ...end, sealedAt: clock.now() })
  }
  return entries.length
}
