import { newId } from '@/lib/kernel'
import { redactSecrets } from '@/lib/platform/audit'
import { type Db, insertRows, type Tx, teamCondition } from '@/lib/platform/db'
import type { EventPayload } from './schemas'

/** The only file that names Event. */

export interface EventRow {
  readonly id: string
  readonly teamId: string
  readonly kind: string
  readonly data: string
  readonly at: Date
}

const insertEvents = (tx: Tx, rows: readonly EventRow[]) => insertRows(tx, 'Event', rows)

/** Returns the oldest events of all teams for which no messages are queued yet; each row names its team. */
const selectNewEvents = (tx: Tx, limit: number) =>
  tx.event.findMany({
    where: { queuedAt: null },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: limit,
    select: { id: true },
  })

/** Takes the oldest new events of all teams. No other process gets them, unless this transaction is rolled back. */
export async function claimNewEvents(tx: Tx, at: Date, limit: number): Promise<EventRow[]> {
  const ids = (await selectNewEvents(tx, limit)).map(({ id }) => id)
  if (ids.length === 0) return []
  const taken = await tx.event.updateManyAndReturn({
    where: { id: { in: ids }, queuedAt: null },
    data: { queuedAt: at },
  })
  return taken.sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
}

export const selectEvents = (db: Db, teamId: string, ids: readonly string[]) =>
  db.event.findMany({ where: { id: { in: [...ids] }, ...teamCondition(teamId) } })

export const selectEvent = (db: Db, teamId: string, id: string) =>
  db.event.findFirst({ where: { id, ...teamCondition(teamId) } })

/**
 * Returns the oldest events of all teams that were taken before a given time, to be deleted whichever team they belong
 * to.
 */
export const selectQueuedEventsBefore = async (tx: Tx, before: Date, limit: number): Promise<string[]> => {
  const where = { queuedAt: { lt: before } }
  const rows = await tx.event.findMany({
    where,
    orderBy: { queuedAt: 'asc' },
    take: limit,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

export const deleteEvents = (tx: Tx, ids: readonly string[]) =>
  tx.event.deleteMany({ where: { id: { in: [...ids] } } })

/** An event of a team, with its time. */
export type NewEvent = EventPayload & { readonly teamId: string; readonly at: Date }

/**
 * Writes events in the transaction that causes them, so that none is lost and none is sent for what was rolled back. A
 * secret in a name is removed. Do not write events per page or item.
 */
export const writeEvents = (tx: Tx, events: readonly NewEvent[]): Promise<void> =>
  insertEvents(
    tx,
    events.map(({ teamId, at, kind, data }) => ({
      id: newId(),
      teamId,
      kind,
      data: JSON.stringify(redactSecrets(data)),
      at,
    })),
  )
