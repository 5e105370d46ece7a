import { type Micro, newId, withOperation, withOperations } from '@/lib/kernel'
import { type Db, insertRows, type Tx } from '@/lib/platform/db'
import { CALL_FIELDS, ENTRY_FIELDS, type EntryFilter, readOutcome } from './entry-fields'
import type { Attribution, Outcome, Reservation } from './schemas'

/** The only file that names Attempt and LedgerEntry. */

export interface AttemptRow extends Attribution {
  /** Made by the caller before the transaction, so that who repeats it finds what was written. */
  readonly id: string
  readonly teamId: string
  readonly instanceId: string
  readonly openedAt: Date
  readonly pageNumber: number
}

export const insertAttempts = (
  tx: Tx,
  attempts: readonly (AttemptRow & { readonly reservation: Reservation })[],
): Promise<void> =>
  insertRows(
    tx,
    'Attempt',
    attempts.map(({ reservation: { items, micro }, ...row }) => ({
      ...row,
      reservedItems: items,
      reservedMicro: micro,
      state: 'OPEN',
    })),
  )

/** Which of these attempts are there, whatever their state. */
export async function selectOpened(tx: Tx, teamId: string, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.attempt.findMany({ where: { id: { in: ids }, teamId }, select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}

/** The charges of those of these attempts that are settled, and when they were. */
export async function selectSettled(
  tx: Tx,
  teamId: string,
  attemptIds: string[],
): Promise<ReadonlyMap<string, { readonly chargeMicro: Micro | null; readonly at: Date }>> {
  const rows = await tx.ledgerEntry.findMany({
    where: { attemptId: { in: attemptIds }, teamId, outcome: 'SETTLED' },
    select: { attemptId: true, chargeMicro: true, at: true },
  })
  return new Map(rows.map(({ attemptId, ...entry }) => [attemptId, entry]))
}

/** Moves open attempts to their end and returns them, without those that had ended before. */
export const closeAttempts = (tx: Tx, teamId: string, ids: string[], outcome: Outcome) =>
  withOperations(
    tx.attempt.updateManyAndReturn({
      where: { id: { in: ids }, teamId, state: 'OPEN' },
      data: { state: outcome },
      omit: { keyPrefix: true, environmentName: true, memberName: true, searchName: true, searchId: true },
    }),
  )

export interface EntryRow {
  readonly teamId: string
  readonly attemptId: string
  readonly outcome: Outcome
  readonly items: number
  readonly priceMicro: Micro | null
  readonly chargeMicro: Micro | null
  readonly chargeSource: 'price' | 'reported' | 'none'
  readonly httpStatus: number | null
  readonly reason: string | null
  readonly latencyMs: number | null
  readonly waitedMs: number | null
  readonly at: Date
  readonly quarterHour: number
}

export const insertEntries = (tx: Tx, rows: readonly EntryRow[]) =>
  insertRows(
    tx,
    'LedgerEntry',
    // The column is called `quarter`.
    rows.map(({ quarterHour, ...row }) => ({ id: newId(), ...row, quarter: quarterHour })),
  )

/** Per run, its unresolved unknown attempts, and the items reserved for them. */
export const selectUnknownOfRuns = (db: Db | Tx, teamId: string, runIds: string[]) =>
  db.attempt.groupBy({
    by: ['runId'],
    where: { teamId, runId: { in: runIds }, state: 'UNKNOWN', resolution: null },
    _count: true,
    _sum: { reservedItems: true },
  })

/** Which attempts of a team: all, or those of one wallet, key, environment, member or saved search. */
export type AttemptFilter = Partial<
  Readonly<Record<'walletId' | 'keyId' | 'environmentId' | 'memberId' | 'searchId', string>>
>

/** Attempts of a team opened in a half-open span. */
export interface OpenedWhere extends AttemptFilter {
  readonly teamId: string
  readonly openedAt: { readonly gte: Date; readonly lt?: Date }
}

/** The settlements of attempts opened in a half-open span. */
export const sumSettledOfOpened = (tx: Tx, { teamId, ...opened }: OpenedWhere) =>
  tx.ledgerEntry.aggregate({
    where: { teamId, outcome: 'SETTLED', attempt: { teamId, ...opened } },
    _sum: { items: true, chargeMicro: true },
  })

/** Attempts opened in a span that are under way, or unknown and not resolved. */
export const selectPendingOfOpened = (tx: Tx, opened: OpenedWhere) =>
  tx.attempt.findMany({
    where: { ...opened, state: { in: ['OPEN', 'UNKNOWN'] }, resolution: null },
    select: { id: true, reservedItems: true, reservedMicro: true },
  })

export const selectAbandonedAttempts = (db: Db, instanceIds: { notIn: string[] }, most: number) =>
  db.attempt.findMany({
    where: { state: 'OPEN', instanceId: instanceIds },
    select: { id: true, teamId: true },
    take: most,
  })

/** A process's open attempts that were opened before a moment, oldest first. */
export const selectOpenAttempts = (db: Db, instanceId: string, before: Date, most: number) =>
  db.attempt.findMany({
    where: { state: 'OPEN', instanceId, openedAt: { lt: before } },
    select: { id: true, teamId: true },
    orderBy: { openedAt: 'asc' },
    take: most,
  })

/** Entries of a team, newest first, with the attempt they end. `after` is the id of the last entry already seen. */
export async function selectEntries(
  db: Db,
  teamId: string,
  filter: EntryFilter,
  most: number,
  after?: string,
) {
  const { runId, environmentId, keyId, outcome, from, to } = filter
  const rows = await db.ledgerEntry.findMany({
    where: {
      teamId,
      ...(outcome && { outcome }),
      ...((from || to) && { at: { ...(from && { gte: from }), ...(to && { lt: to }) } }),
      ...((runId || environmentId || keyId) && {
        attempt: {
          ...(runId && { runId }),
          ...(environmentId && { environmentId }),
          ...(keyId && { keyId }),
        },
      }),
      ...(after && { id: { lt: after } }),
    },
    select: { ...ENTRY_FIELDS, attempt: { select: CALL_FIELDS } },
    orderBy: { id: 'desc' },
    take: most,
  })
  return rows.map(({ attempt, outcome, ...entry }) => ({
    ...entry,
    ...withOperation(attempt),
    outcome: readOutcome(outcome),
  }))
}

export async function selectUnknownAttempt(tx: Tx, teamId: string, id: string) {
  const row = await tx.attempt.findFirst({ where: { id, teamId, state: 'UNKNOWN' } })
  return row && withOperation(row)
}

/** Unresolved first: the two kinds are read separately, since no sort order gives that. */
export async function selectUnknownAttempts(db: Db, teamId: string, most: number) {
  const include = { entry: { select: { at: true, reason: true } }, resolution: true } as const
  const orderBy = { id: 'desc' } as const
  const where = { teamId, state: 'UNKNOWN' }
  const select = (resolution: null | { isNot: null }, take: number) =>
    withOperations(db.attempt.findMany({ where: { ...where, resolution }, include, orderBy, take }))
  const open = await select(null, most)
  return open.length === most ? open : [...open, ...(await select({ isNot: null }, most - open.length))]
}

/** A wallet's attempts that ended as unknown and were opened since, oldest first. */
export const selectUnknownOfWallet = (db: Db, teamId: string, walletId: string, since: Date) =>
  withOperations(
    db.attempt.findMany({
      where: { teamId, walletId, state: 'UNKNOWN', openedAt: { gte: since } },
      include: { entry: { select: { at: true } }, resolution: true },
      orderBy: { id: 'asc' },
    }),
  )

/** When the last of a wallet's entries since a moment was written; null if there is none. */
export const selectLastEntryAt = async (
  db: Db,
  teamId: string,
  walletId: string,
  since: Date,
): Promise<Date | null> => {
  const row = await db.ledgerEntry.findFirst({
    where: { teamId, at: { gte: since }, attempt: { walletId } },
    orderBy: { at: 'desc' },
    select: { at: true },
  })
  return row?.at ?? null
}

export const countOpen = (db: Db, teamId: string, walletId: string): Promise<number> =>
  db.attempt.count({ where: { teamId, walletId, state: 'OPEN' } })

/** A wallet's open attempts, and those that ended since and may have been charged. */
export async function selectUnderWay(tx: Tx, teamId: string, walletId: string, since: Date) {
  const select = { id: true, reservedMicro: true } as const
  // Separately, since each has an index: a wallet may have millions of attempts.
  const open = await tx.attempt.findMany({ where: { teamId, walletId, state: 'OPEN' }, select })
  const ended = await tx.ledgerEntry.findMany({
    where: { teamId, at: { gte: since }, outcome: { not: 'FREE' }, attempt: { walletId } },
    select: { attempt: { select } },
  })
  return [...open, ...ended.map(({ attempt }) => attempt)]
}
