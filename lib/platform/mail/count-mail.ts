import { createHash } from 'node:crypto'
import { DAY_MS } from '@/lib/platform/calendar'
import { acquireLock, type Tx } from '@/lib/platform/db'
import { countMailsSince, deleteMailCountsBefore, insertMailCounts } from './store'

/** A limit that a mail counts for, and its maximum within a time of at most a day. */
export interface CountedMail {
  readonly key: string
  readonly max: number
  readonly withinMs: number
}

/** Returns an address's hash, by which counts name it because they may be kept longer than addresses. */
export const hashOfAddress = (address: string): string =>
  createHash('sha256').update(address.trim().toLowerCase()).digest('hex').slice(0, 32)

/**
 * Counts a mail, or a request for one, for all its limits if none of them is reached; otherwise counts nothing and
 * returns false. The rows are in the database, so restarts and other instances make no difference.
 */
export async function countMail(tx: Tx, at: Date, limits: readonly CountedMail[]): Promise<boolean> {
  // In a fixed order, so that two mails never wait for each other.
  const keys = limits.map(({ key }) => key).sort()
  for (const key of keys) await acquireLock(tx, `mail ${key}`, 'exclusive')
  for (const { key, max, withinMs } of limits) {
    if ((await countMailsSince(tx, key, new Date(at.getTime() - withinMs))) >= max) return false
  }
  await deleteMailCountsBefore(tx, new Date(at.getTime() - 2 * DAY_MS))
  await insertMailCounts(tx, keys, at)
  return true
}
