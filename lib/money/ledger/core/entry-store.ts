import { type Nano, newId } from '@/lib/kernel'
import { type Db, insertRows, ofTeam, sql, type Tx } from '@/lib/platform/db'
import { ATTEMPTS } from './attempt-store'
import { CALL_FIELDS, ENTRY_FIELDS, readOutcome } from './entry-fields'
import type { RollupDimensions, RollupRow } from './rollup-store'
import type { Outcome } from './schemas'

/** The only file that names LedgerEntry. */

/** The charges of those of these attempts that are settled, and when they were. */
export async function selectSettled(
  tx: Tx,
  teamId: string,
  attemptIds: string[],
): Promise<ReadonlyMap<string, { readonly chargeNano: Nano | null; readonly at: Date }>> {
  const rows = await tx.ledgerEntry.findMany({
    where: { attemptId: { in: attemptIds }, ...ofTeam(teamId), outcome: 'SETTLED' },
    select: { attemptId: true, chargeNano: true, at: true },
  })
  return new Map(rows.map(({ attemptId, ...entry }) => [attemptId, entry]))
}

/** What an entry copies from its attempt, so that a filter needs no join. */
export interface EntryCopies extends RollupDimensions {
  readonly runId: string
  readonly openedQuarter: number
}

export interface EntryRow extends EntryCopies {
  readonly teamId: string
  readonly attemptId: string
  readonly outcome: Outcome
  readonly items: number
  readonly newItems: number
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

/** A team's entries of a half-open span that may leave, oldest first, with their attempts; those after a place. */
export const selectLeaving = (
  tx: Tx,
  teamId: string,
  after: { readonly at: Date; readonly id: string },
  until: Date,
  most: number,
) =>
  tx.ledgerEntry.findMany({
    where: {
      teamId,
      at: { gte: after.at, lt: until },
      NOT: { at: after.at, id: { lte: after.id } },
      // Statements, runs and budgets read lost calls, resolved or not.
      outcome: { not: 'UNKNOWN' },
    },
    include: { attempt: true },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: most,
  })

export type LeavingEntry = Awaited<ReturnType<typeof selectLeaving>>[number]

/** Deletes entries; their attempts are deleted next. */
export const deleteEntries = (tx: Tx, teamId: string, ids: string[]) =>
  tx.ledgerEntry.deleteMany({ where: { id: { in: ids }, ...ofTeam(teamId) } })

/** Entries as `e` in SQL, for statements that are built elsewhere. */
export const ENTRIES = sql`"LedgerEntry" e`

/** These entries, newest first, each with the attempt it ends. */
export async function selectEntries(db: Db, teamId: string, ids: string[]) {
  const rows = await db.ledgerEntry.findMany({
    where: { id: { in: ids }, ...ofTeam(teamId) },
    select: { ...ENTRY_FIELDS, attempt: { select: CALL_FIELDS } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ attempt, outcome, ...entry }) => ({
    ...entry,
    ...attempt,
    outcome: readOutcome(outcome),
  }))
}

/** When the last of a wallet's entries of a half-open span was written; null if there is none. */
export const selectLastEntryAt = async (
  db: Db,
  teamId: string,
  walletId: string,
  span: { from: Date; to: Date },
) => {
  const row = await db.ledgerEntry.findFirst({
    where: { teamId, at: { gte: span.from, lt: span.to }, attempt: { walletId } },
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
  const rows = await tx.$queryRaw<{ id: string; reservedNano: bigint | number | null }[]>`
    SELECT a."id", a."reservedNano" FROM "LedgerEntry" e JOIN ${ATTEMPTS} ON a."id" = e."attemptId"
    WHERE e."teamId" = ${teamId} AND e."at" >= ${since} AND e."outcome" <> 'FREE' AND a."walletId" = ${walletId}`
  return rows.map(({ id, reservedNano }) => ({
    id,
    reservedNano: reservedNano === null ? null : BigInt(reservedNano),
  }))
}

/** What an entry adds to its rollup. Times are those of pages, so that their mean is theirs divided by the pages. */
export function rollupOf(entry: RollupOfEntry): RollupRow {
  const { teamId, quarterHour, walletId, keyId, environmentId, memberId, outcome } = entry
  const { principal, principalId, searchId, operation, origin, chargeNano, newItems } = entry
  const isPage = outcome === 'SETTLED'
  return {
    ...{ teamId, quarter: quarterHour, walletId, keyId, environmentId, memberId },
    ...{ principal, principalId, searchId, operation, origin },
    pages: isPage ? 1 : 0,
    items: entry.items,
    newItems,
    chargeNano: chargeNano ?? 0n,
    unpricedItems: isPage && chargeNano === null ? entry.items : 0,
    frees: outcome === 'FREE' ? 1 : 0,
    refused: entry.httpStatus === 429 ? 1 : 0,
    unknowns: outcome === 'UNKNOWN' ? 1 : 0,
    waitedMs: isPage ? (entry.waitedMs ?? 0) : 0,
    latencyMs: isPage ? (entry.latencyMs ?? 0) : 0,
  }
}

type RollupOfEntry = Omit<
  EntryRow,
  'attemptId' | 'priceNano' | 'chargeSource' | 'reason' | 'at' | 'runId' | 'openedQuarter'
>
