import type { Db, Tx } from '@/lib/db'
import { type Micro, newId } from '@/lib/kernel'
import type { Attribution, Outcome, Reservation } from './schemas'

/** The only file that names Attempt, LedgerEntry and Resolution. */

export const insertAttempt = (
  tx: Tx,
  row: { teamId: string; instanceId: string; openedAt: Date; pageNumber: number } & Attribution,
  reservation: Reservation,
) =>
  tx.attempt.create({
    data: {
      id: newId(),
      ...row,
      reservedItems: reservation.items,
      reservedMicro: reservation.micro,
      state: 'OPEN',
    },
    select: { id: true },
  })

/** Moves an open attempt to its end and answers it; null when it had ended before. */
export async function closeAttempt(tx: Tx, teamId: string, id: string, outcome: Outcome) {
  const [closed] = await tx.attempt.updateManyAndReturn({
    where: { id, teamId, state: 'OPEN' },
    data: { state: outcome },
  })
  return closed ?? null
}

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
  readonly quarter: number
}

export const insertEntry = (tx: Tx, row: EntryRow) =>
  tx.ledgerEntry.create({ data: { id: newId(), ...row }, select: { id: true } })

/** Per run, its attempts that ended as unknown, and are so still, and the items reserved for them. */
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

/** What was charged of the attempts opened in a half-open span: their settlements, and unknown ones resolved so. */
export async function sumChargedOfOpened(
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  opened: { readonly gte: Date; readonly lt?: Date },
) {
  const attempt = { teamId, ...filter, openedAt: opened }
  const [settled, resolved] = await Promise.all([
    tx.ledgerEntry.aggregate({
      where: { teamId, outcome: 'SETTLED', attempt },
      _sum: { items: true, chargeMicro: true },
    }),
    tx.resolution.aggregate({
      where: { teamId, finding: 'charged', attempt },
      _sum: { items: true, chargeMicro: true },
    }),
  ])
  return {
    items: (settled._sum.items ?? 0) + (resolved._sum.items ?? 0),
    chargeMicro: (settled._sum.chargeMicro ?? 0n) + (resolved._sum.chargeMicro ?? 0n),
  }
}

/** Attempts opened in a span that are under way, or whose end is unknown and not resolved. */
export const selectPendingOfOpened = (
  tx: Tx,
  teamId: string,
  filter: AttemptFilter,
  opened: { readonly gte: Date; readonly lt?: Date },
) =>
  tx.attempt.findMany({
    where: { teamId, ...filter, openedAt: opened, state: { in: ['OPEN', 'UNKNOWN'] }, resolution: null },
    select: { id: true, reservedItems: true, reservedMicro: true },
  })

export const selectAbandonedAttempts = (db: Db, instanceIds: { notIn: string[] }, most: number) =>
  db.attempt.findMany({
    where: { state: 'OPEN', instanceId: instanceIds },
    select: { id: true, teamId: true },
    take: most,
  })

export interface EntryFilter {
  readonly runId?: string
  readonly environmentId?: string
  readonly keyId?: string
  readonly outcome?: Outcome
  readonly from?: Date
  readonly to?: Date
}

/** Entries of a team, newest first, with the attempt they end. `after` is the id of the last entry already seen. */
export const selectEntries = (db: Db, teamId: string, filter: EntryFilter, most: number, after?: string) => {
  const { runId, environmentId, keyId, outcome, from, to } = filter
  return db.ledgerEntry.findMany({
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
    include: { attempt: true },
    orderBy: { id: 'desc' },
    take: most,
  })
}

export interface ResolutionRow {
  readonly teamId: string
  readonly attemptId: string
  readonly walletId: string
  readonly finding: string
  readonly items: number
  readonly chargeMicro: Micro | null
  readonly proof: string
  readonly note: string
  readonly resolvedById: string
  readonly resolvedByName: string
  readonly at: Date
}

export const insertResolution = (tx: Tx, row: ResolutionRow) =>
  tx.resolution.create({ data: { id: newId(), ...row }, select: { id: true } })

export const selectUnknownAttempt = (tx: Tx, teamId: string, id: string) =>
  tx.attempt.findFirst({ where: { id, teamId, state: 'UNKNOWN' } })

/** Unresolved first: rows without a resolution sort before those with one only by asking for them apart. */
export async function selectUnknownAttempts(db: Db, teamId: string, most: number) {
  const include = { entry: true, resolution: true } as const
  const orderBy = { id: 'desc' } as const
  const where = { teamId, state: 'UNKNOWN' }
  const open = await db.attempt.findMany({
    where: { ...where, resolution: null },
    include,
    orderBy,
    take: most,
  })
  const take = most - open.length
  if (take === 0) return open
  const resolved = await db.attempt.findMany({
    where: { ...where, resolution: { isNot: null } },
    include,
    orderBy,
    take,
  })
  return [...open, ...resolved]
}

/** What a run's unknown attempts turned out to have been charged for. */
export const sumResolvedOfRun = async (db: Db, teamId: string, runId: string) => {
  const { _sum } = await db.resolution.aggregate({
    where: { teamId, finding: 'charged', attempt: { runId } },
    _sum: { items: true, chargeMicro: true },
  })
  return { items: _sum.items ?? 0, chargeMicro: _sum.chargeMicro ?? 0n }
}
