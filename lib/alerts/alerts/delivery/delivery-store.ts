import { newId } from '@/lib/kernel'
import { type Db, insertRows, type Tx, teamCondition } from '@/lib/platform/db'

/** The only file that names AlertDelivery. */

const RESULTS = ['sent', 'failed']

export interface NewDelivery {
  readonly teamId: string
  readonly channelId: string
  readonly alertId: string | null
  readonly event: 'fired' | 'recovered' | 'test'
  readonly nextTryAt: Date | null
  readonly createdAt: Date
}

export const insertDelivery = (
  tx: Tx,
  row: NewDelivery,
  outcome: { state: 'waiting' | 'sent' | 'failed'; tries?: number; lastProblem?: string; sentAt?: Date } = {
    state: 'waiting',
  },
) => tx.alertDelivery.create({ data: { id: newId(), tries: 0, ...row, ...outcome }, select: { id: true } })

/** A message about an event that waits to be sent to a channel. */
export interface NewEventDelivery {
  readonly teamId: string
  readonly channelId: string
  readonly eventId: string
  /** Kind of the event. */
  readonly event: string
  readonly at: Date
  readonly nextTryAt: Date
}

/** Queues messages about events. Throws a duplicate if a channel already has one about an event. */
export const insertEventDeliveries = (tx: Tx, rows: readonly NewEventDelivery[]) =>
  insertRows(
    tx,
    'AlertDelivery',
    rows.map(({ at, ...row }) => ({
      id: newId(),
      ...row,
      state: 'waiting',
      tries: 0,
      createdAt: at,
    })),
  )

/** A message with a range of a run's new items that waits to be sent to a channel. */
export interface NewItemsDelivery {
  readonly teamId: string
  readonly channelId: string
  readonly runId: string
  readonly itemsFrom: number
  readonly itemsTo: number
  readonly createdAt: Date
  readonly nextTryAt: Date
}

/** Queues messages with new items. Throws a duplicate if a channel already has one that begins with the same item. */
export const insertItemsDeliveries = (tx: Tx, rows: readonly NewItemsDelivery[]) =>
  insertRows(
    tx,
    'AlertDelivery',
    rows.map((row) => ({ id: newId(), ...row, event: 'run.items', state: 'waiting', tries: 0 })),
  )

/** Returns the number of a run's new items for which a channel has messages. */
export const countQueuedItems = async (tx: Tx, channelId: string, runId: string): Promise<number> => {
  const last = await tx.alertDelivery.findFirst({
    where: { channelId, runId },
    orderBy: { itemsFrom: 'desc' },
    select: { itemsTo: true },
  })
  return last?.itemsTo ?? 0
}

type ItemsPosition = Pick<NewItemsDelivery, 'channelId' | 'runId' | 'itemsFrom'>

/** Postpones the waiting messages of a run from one on, so that they do not fill the rounds of their channel. */
export const postponeItems = (db: Db, { channelId, runId, itemsFrom }: ItemsPosition, nextTryAt: Date) =>
  db.alertDelivery.updateMany({
    where: {
      channelId,
      runId,
      itemsFrom: { gte: itemsFrom },
      state: 'waiting',
      nextTryAt: { lt: nextTryAt },
    },
    data: { nextTryAt },
  })

/** Returns the next try of the first waiting message with earlier new items of the same run; null if there is none. */
export const selectEarlierItemsTry = async (
  db: Db,
  { channelId, runId, itemsFrom }: ItemsPosition,
): Promise<Date | null> => {
  const earlier = await db.alertDelivery.findFirst({
    where: { channelId, runId, itemsFrom: { lt: itemsFrom }, state: 'waiting' },
    orderBy: { itemsFrom: 'asc' },
    select: { nextTryAt: true },
  })
  return earlier?.nextTryAt ?? null
}

/** Deletes the messages about events. */
export const deleteEventDeliveries = (tx: Tx, eventIds: readonly string[]) =>
  tx.alertDelivery.deleteMany({ where: { eventId: { in: [...eventIds] } } })

/** Returns a team's oldest messages from before a moment that have their result, tests included. */
export const selectFinishedDeliveriesBefore = async (
  tx: Tx,
  teamId: string,
  before: Date,
  limit: number,
): Promise<string[]> => {
  const rows = await tx.alertDelivery.findMany({
    where: { teamId, createdAt: { lt: before }, state: { in: RESULTS } },
    orderBy: [{ createdAt: 'asc' }],
    take: limit,
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

/** Deletes messages that still have their result. One that was sent again meanwhile waits, and stays. */
export const deleteDeliveries = (tx: Tx, teamId: string, ids: readonly string[]) =>
  tx.alertDelivery.deleteMany({
    where: { ...teamCondition(teamId), id: { in: [...ids] }, state: { in: RESULTS } },
  })

/** Returns due deliveries of all teams, except to some channels, oldest first. Each row names its team. */
export const selectDueDeliveries = (db: Db, now: Date, limit: number, except: readonly string[]) =>
  db.alertDelivery.findMany({
    where: { state: 'waiting', nextTryAt: { lte: now }, channelId: { notIn: [...except] } },
    orderBy: [{ nextTryAt: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
  })

/**
 * Latest plausible times of a next try: for a message that was never tried, for any, and after each try for one later
 * than `latestNew`.
 */
interface LatestTries {
  readonly latestNew: Date
  readonly latest: Date
  readonly latestByTries: readonly Date[]
  readonly limit: number
}

/** Returns waiting messages of all teams whose next try is later than that. */
export const selectDeliveriesDueAfter = (db: Db, { latestNew, latest, latestByTries, limit }: LatestTries) =>
  db.alertDelivery.findMany({
    where: {
      state: 'waiting',
      nextTryAt: { gt: latestNew },
      OR: [
        { tries: 0 },
        { nextTryAt: { gt: latest } },
        ...latestByTries.map((at, index) => ({
          tries: index + 1,
          createdAt: { gt: latestNew },
          nextTryAt: { gt: at },
        })),
      ],
    },
    orderBy: [{ nextTryAt: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: { id: true, teamId: true, nextTryAt: true, tries: true },
  })

/** A waiting message as somebody read it. */
type ReadWaiting = { readonly id: string; readonly teamId: string; readonly nextTryAt: Date | null }

/** Matches the message, unless somebody else has changed it meanwhile. */
const untouched = ({ id, teamId, nextTryAt }: ReadWaiting) => ({ id, teamId, state: 'waiting', nextTryAt })

/** Moves the next try of a waiting message, unless somebody else has changed it meanwhile. */
export const rescheduleDelivery = (db: Db, row: ReadWaiting, to: Date) =>
  db.alertDelivery.updateMany({ where: untouched(row), data: { nextTryAt: to } })

/**
 * Claims a delivery for one try; others leave it alone until `until`. Returns the claimed row; null if somebody else was
 * first.
 */
export async function claimDelivery<Row extends ReadWaiting & { readonly tries: number }>(
  db: Db,
  row: Row,
  until: Date,
): Promise<Row | null> {
  const data = { nextTryAt: until, tries: { increment: 1 } }
  const { count } = await db.alertDelivery.updateMany({ where: untouched(row), data })
  return count === 1 ? { ...row, nextTryAt: until, tries: row.tries + 1 } : null
}

export const selectDelivery = (db: Db, teamId: string, id: string) =>
  db.alertDelivery.findFirst({ where: { id, teamId } })

/** Writes how a try of a claimed delivery ended, unless somebody else has claimed it since. */
export const updateDelivery = (
  db: Db,
  { id, teamId, tries }: { id: string; teamId: string; tries: number },
  change: { state: string; nextTryAt: Date | null; lastProblem?: string; sentAt?: Date },
) => db.alertDelivery.updateMany({ where: { id, teamId, state: 'waiting', tries }, data: change })

/** Messages that have their result, except tests, which are not sent again. */
const OVER = { state: { in: RESULTS }, event: { not: 'test' } }

export const selectFinishedDelivery = (tx: Tx, teamId: string, id: string) =>
  tx.alertDelivery.findFirst({ where: { id, teamId, ...OVER } })

/** Returns the first messages to a channel since a moment that have their result, oldest first. */
export const selectFinishedDeliveriesSince = (
  tx: Tx,
  { teamId, channelId, since }: { readonly teamId: string; readonly channelId: string; readonly since: Date },
  limit: number,
) =>
  tx.alertDelivery.findMany({
    where: { teamId, channelId, createdAt: { gte: since }, ...OVER },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: limit,
    select: { id: true },
  })

/** Queues messages to be resent, from the first try on. Returns their number. */
export const requeueDeliveries = async (
  tx: Tx,
  teamId: string,
  ids: readonly string[],
  nextTryAt: Date,
): Promise<number> =>
  (
    await tx.alertDelivery.updateMany({
      where: { ...teamCondition(teamId), id: { in: [...ids] }, ...OVER },
      data: { state: 'waiting', tries: 0, nextTryAt, lastProblem: null },
    })
  ).count

/** Postpones waiting messages, except those that somebody else has claimed meanwhile. */
export const postponeDeliveries = (
  db: Db,
  rows: readonly { readonly id: string; readonly nextTryAt: Date | null }[],
  nextTryAt: Date,
) =>
  db.alertDelivery.updateMany({
    where: { OR: rows.map(({ id, nextTryAt }) => ({ id, state: 'waiting', nextTryAt })) },
    data: { nextTryAt },
  })

/** Returns the newest messages of a team, or of one of its channels; after a message, those written before it. */
export const selectDeliveries = (
  db: Db,
  teamId: string,
  limit: number,
  channelId?: string,
  after: { readonly id: string; readonly createdAt: Date } | null = null,
) =>
  db.alertDelivery.findMany({
    where: {
      ...(channelId === undefined ? { teamId } : { channelId, ...teamCondition(teamId) }),
      ...(after && {
        createdAt: { lte: after.createdAt },
        NOT: { createdAt: after.createdAt, id: { gte: after.id } },
      }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })

/** The only file that names AlertChannel. */

export interface ChannelRow {
  readonly id: string
  readonly teamId: string
  readonly name: string
  readonly kind: string
  readonly hint: string
  readonly sealed: string
  readonly kinds: string
  readonly events: string
  readonly enabled: boolean
  readonly confirmedAt: Date | null
  readonly createdAt: Date
}

export const insertChannel = (tx: Tx, row: ChannelRow) => tx.alertChannel.create({ data: row })

export const selectChannels = (db: Db | Tx, teamId: string) =>
  db.alertChannel.findMany({ where: { teamId, deletedAt: null }, orderBy: { createdAt: 'asc' } })

export const selectChannel = (db: Db | Tx, teamId: string, id: string) =>
  db.alertChannel.findFirst({ where: { id, teamId, deletedAt: null } })

/** Returns the channel whose address a mailed link confirms, of any team; the row names it. */
export const selectChannelByHash = (db: Db | Tx, confirmHash: string) =>
  db.alertChannel.findFirst({ where: { confirmHash, deletedAt: null } })

/** Returns a sealed channel of any team, to test a master key with at start; null if there is none. */
export const findSealedChannel = (db: Db) =>
  db.alertChannel.findFirst({
    where: { sealed: { not: '' } },
    select: { id: true, teamId: true, sealed: true },
  })

export const updateChannel = async (
  tx: Tx,
  teamId: string,
  id: string,
  change: {
    name?: string
    kinds?: string
    events?: string
    enabled?: boolean
    deletedAt?: Date
    sealed?: string
    confirmedAt?: Date
    confirmHash?: string | null
  },
): Promise<number> =>
  (await tx.alertChannel.updateMany({ where: { id, teamId, deletedAt: null }, data: change })).count
