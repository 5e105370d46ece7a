import { type Nano, newId } from '@/lib/kernel'
import {
  buildInsert,
  type Db,
  engineOf,
  jsonElementsSql,
  parseMoment,
  type StoredMoment,
  sql,
  type Tx,
  teamCondition,
  type WriteStatement,
} from '@/lib/platform/db'
import { ATTEMPTS_SQL } from './attempt-store'
import type { RollupDimensions, RollupRow } from './rollup-store'
import { type Outcome, parseOutcome } from './schemas'

/** The only file that names LedgerEntry. */

/** Returns the charges and times of the given attempts that are settled. */
export async function selectSettledCharges(
  tx: Tx,
  teamId: string,
  attemptIds: string[],
): Promise<ReadonlyMap<string, { readonly chargeNano: Nano | null; readonly at: Date }>> {
  const rows = await tx.ledgerEntry.findMany({
    where: { attemptId: { in: attemptIds }, ...teamCondition(teamId), outcome: 'SETTLED' },
    select: { attemptId: true, chargeNano: true, at: true },
  })
  return new Map(rows.map(({ attemptId, ...entry }) => [attemptId, entry]))
}

/** Columns that an entry copies from its attempt, so that a filter needs no join. */
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

export const insertEntries = (tx: Tx, rows: readonly EntryRow[]): WriteStatement =>
  buildInsert(
    tx,
    'LedgerEntry',
    // The column is called `quarter`.
    rows.map(({ quarterHour, ...row }) => ({ id: newId(), ...row, quarter: quarterHour })),
  )

/** Returns a team's entries of a half-open span that may be deleted, oldest first. */
export const selectOldEntries = (
  tx: Tx,
  teamId: string,
  span: { readonly from: Date; readonly to: Date },
  limit: number,
) =>
  tx.ledgerEntry.findMany({
    where: {
      teamId,
      at: { gte: span.from, lt: span.to },
      // Lost calls stay, because statements, runs and budgets read them, resolved or not.
      outcome: { not: 'UNKNOWN' },
    },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
    take: limit,
  })

export type OldEntry = Awaited<ReturnType<typeof selectOldEntries>>[number]

/** Deletes entries. The caller deletes their attempts next. */
export const deleteEntries = (tx: Tx, teamId: string, ids: string[]) =>
  tx.ledgerEntry.deleteMany({ where: { id: { in: ids }, ...teamCondition(teamId) } })

/** Entries as `e` in SQL, for statements in other files. */
export const ENTRIES_SQL = sql`"LedgerEntry" e`

/** The columns of a call that the ledger shows. They are named only here and, as labels, in the table. */
const CALL_FIELDS = {
  keyPrefix: true,
  environmentName: true,
  memberName: true,
  searchName: true,
  operation: true,
  runId: true,
  pageNumber: true,
  principal: true,
  principalId: true,
  reservedItems: true,
} as const

/** The columns of a call's entry that the ledger shows. Times in milliseconds. */
const ENTRY_FIELDS = {
  id: true,
  at: true,
  outcome: true,
  items: true,
  chargeNano: true,
  priceNano: true,
  reason: true,
  httpStatus: true,
  latencyMs: true,
  waitedMs: true,
} as const

/** Returns these entries, newest first, each with its attempt. */
export async function selectEntries(db: Db, teamId: string, ids: string[]) {
  const rows = await db.ledgerEntry.findMany({
    where: { id: { in: ids }, ...teamCondition(teamId) },
    select: { ...ENTRY_FIELDS, attempt: { select: CALL_FIELDS } },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
  })
  return rows.map(({ attempt, outcome, ...entry }) => ({
    ...entry,
    ...attempt,
    outcome: parseOutcome(outcome),
  }))
}

/** Returns when the last entry of a wallet in a half-open span was written; null if there is none. */
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

/** Returns when the last entry of each of these members was written, by id; without those who have none left. */
export async function selectLastEntriesOfMembers(
  db: Db,
  teamId: string,
  memberIds: readonly string[],
): Promise<Map<string, Date>> {
  const json = JSON.stringify(memberIds.map((id) => [id]))
  const rows = await db.$queryRaw<{ id: string; at: StoredMoment | null }[]>`
    SELECT j.value->>0 AS id, (
      SELECT e."at" FROM ${ENTRIES_SQL} WHERE e."teamId" = ${teamId} AND e."memberId" = j.value->>0
      ORDER BY e."at" DESC LIMIT 1
    ) AS at FROM ${jsonElementsSql(engineOf(db), json)} j`
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, parseMoment(at)] as const])))
}

/**
 * Returns when the last of a wallet's calls that may have been charged ended, from `since` up to `until`. Null if none
 * did.
 */
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

/** Returns a wallet's attempts that ended since a given time and may have been charged. */
export async function selectWalletEndedAttempts(tx: Tx, teamId: string, walletId: string, since: Date) {
  const rows = await tx.$queryRaw<{ id: string; reservedNano: bigint | number | null }[]>`
    SELECT a."id", a."reservedNano" FROM "LedgerEntry" e JOIN ${ATTEMPTS_SQL} ON a."id" = e."attemptId"
    WHERE e."teamId" = ${teamId} AND e."at" >= ${since} AND e."outcome" <> 'FREE' AND a."walletId" = ${walletId}`
  return rows.map(({ id, reservedNano }) => ({
    id,
    reservedNano: reservedNano === null ? null : BigInt(reservedNano),
  }))
}

/**
 * Returns what an entry adds to its rollup. Only pages add their times, so that a sum of times divided by its pages is
 * their mean.
 */
export function toRollup(entry: RollupOfEntry): RollupRow {
  const { teamId, quarterHour, walletId, keyId, environmentId, memberId, outcome } = entry
  const { principal, principalId, searchId, operation, origin, chargeNano, newItems } = entry
  const isPage = outcome === 'SETTLED'
  return {
    teamId,
    quarter: quarterHour,
    walletId,
    keyId,
    environmentId,
    memberId,
    principal,
    principalId,
    searchId,
    operation,
    origin,
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
