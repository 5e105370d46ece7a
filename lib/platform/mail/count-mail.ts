import { createHash } from 'node:crypto'
import { DAY_MS } from '@/lib/platform/calendar'
import { lock, type Tx } from '@/lib/platform/db'
import { countSince, deleteCountsBefore, insertCounts } from './store'

/** What a mail counts for, and how many there may be within a time of a day at most. */
export interface CountedMail {
  readonly key: string
  readonly most: number
  readonly withinMs: number
}

/** Counts may be kept longer than addresses: they name an address by its hash. */
export const hashOfAddress = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 32)

/**
 * Counts a mail, or a request for one, for all its limits, if none of them is reached; else it counts nothing and
 * answers false. The rows are in the database, so restarts and other instances change nothing.
 */
export async function countMail(tx: Tx, at: Date, limits: readonly CountedMail[]): Promise<boolean> {
  // In one order, so that two mails never wait for each other.
  const keys = limits.map(({ key }) => key).sort()
  for (const key of keys) await lock(tx, `mail ${key}`, 'exclusive')
  for (const { key, most, withinMs } of limits) {
    if ((await countSince(tx, key, new Date(at.getTime() - withinMs))) >= most) return false
  }
  await deleteCountsBefore(tx, new Date(at.getTime() - 2 * DAY_MS))
  await insertCounts(tx, keys, at)
  return true
}
