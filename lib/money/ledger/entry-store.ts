import { type Nano, newId, withOperation } from '@/lib/kernel'
import { type Db, insertRows, type Tx } from '@/lib/platform/db'
import type { OpenedWhere } from './attempt-store'
import { CALL_FIELDS, ENTRY_FIELDS, type EntryFilter, readOutcome } from './entry-fields'
import type { Outcome } from './schemas'

/** The only file that names LedgerEntry. */

/** The charges of those of these attempts that are settled, and when they were. */
export async function selectSettled(
  tx: Tx,
  teamId: string,
  attemptIds: string[],
): Promise<ReadonlyMap<string, { readonly chargeNano: Nano | null; readonly at: Date }>> {
  const rows = await tx.ledgerEntry.findMany({
    where: { attemptId: { in: attemptIds }, teamId, outcome: 'SETTLED' },
    select: { attemptId: true, chargeNano: true, at: true },
  })
  return new Map(rows.map(({ attemptId, ...entry }) => [attemptId, entry]))
}

export interface EntryRow {
  readonly teamId: string
  readonly attemptId: string
  readonly outcome: Outcome
  readonly items: number
  readonly priceNano: Nano | null
  readonly chargeNano: Nano | null
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

/** The settlements of attempts opened in a half-open span. */
export const sumSettledOfOpened = (tx: Db | Tx, { teamId, ...opened }: OpenedWhere) =>
  tx.ledgerEntry.aggregate({
    where: { teamId, outcome: 'SETTLED', attempt: { teamId, ...opened } },
    _sum: { items: true, chargeNano: true },
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

/** When the last of a wallet's calls that may have been charged ended, from `since` up to `until`; null if none did. */
export const selectLastChargedAt = async (
  tx: Tx,
  teamId: string,
  walletId: string,
  since: Date,
  until: Date,
): Promise<Date | null> => {
  const row = await tx.ledgerEntry.findFirst({
    where: { teamId, at: { gte: since, lte: until }, outcome: { not: 'FREE' }, attempt: { walletId } },
    orderBy: { at: 'desc' },
    select: { at: true },
  })
  return row?.at ?? null
}

/** A wallet's attempts that ended since a moment and may have been charged. */
export async function selectEndedOfWallet(tx: Tx, teamId: string, walletId: string, since: Date) {
  const rows = await tx.ledgerEntry.findMany({
    where: { teamId, at: { gte: since }, outcome: { not: 'FREE' }, attempt: { walletId } },
    select: { attempt: { select: { id: true, reservedNano: true } } },
  })
  return rows.map(({ attempt }) => attempt)
}
