import { createHash } from 'node:crypto'
import type { Clock } from '@/lib/kernel'
import { type Db, lock, type Tx, transaction } from '@/lib/platform/db'
import { type AuditRow, putChain, selectChain, selectUnsealed, updateSeals } from './store'

/** Hash before the first entry of a chain. */
export const NO_HASH = '0'.repeat(64)

const MAX_AT_ONCE = 200
const MAX_TIMES = 25

/** Returns the hash over an entry's content and position, and the previous entry's hash. */
export const hashOf = (entry: AuditRow & { readonly id: string }, place: number, before: string): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        ...[before, entry.teamId, place, entry.id, entry.at.toISOString(), entry.actorId, entry.actorName],
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
    if (some < MAX_AT_ONCE) break
  }
  return sealed
}

async function sealSome(tx: Tx, clock: Clock): Promise<number> {
  // One at a time: two that read the same end would fork a chain.
  await lock(tx, 'audit-chains', 'exclusive')
  const entries = await selectUnsealed(tx, MAX_AT_ONCE)
  for (const teamId of new Set(entries.map((entry) => entry.teamId))) {
    const chain = await selectChain(tx, teamId)
    let end = { place: chain?.place ?? 0, hash: chain?.hash ?? NO_HASH }
    const seals: [string, number, string][] = []
    for (const entry of entries) {
      if (entry.teamId !== teamId) continue
      const place = end.place + 1
      end = { place, hash: hashOf(entry, place, end.hash) }
      seals.push([entry.id, place, end.hash])
    }
    await updateSeals(tx, seals)
    await putChain(tx, { teamId, ...end, sealedAt: clock.now() })
  }
  return entries.length
}
