import { WALLETS_SQL } from '@/lib/money/wallets'
import type { Db, Tx } from '@/lib/platform/db'
import type { KeyStatus } from './schemas'

/** The only file that names Key. */

export interface KeyRow {
  readonly id: string
  readonly teamId: string
  readonly walletId: string
  readonly environmentId: string
  readonly name: string
  readonly keyRef: string
  readonly prefix: string
  readonly sealed: string | null
  readonly reference: string | null
  readonly replacedAt: Date | null
  readonly requestsPerSecond: number
  readonly windowMs: number
  readonly rateSource: string
  readonly plan: string | null
  readonly service: string | null
  readonly status: KeyStatus
  readonly createdAt: Date
  readonly checkedAt: Date
  readonly isUnchecked: boolean
}

/** Inserts a new key. The unique index refuses a duplicate reference in the team. */
export const insertKey = (tx: Tx, row: KeyRow) => tx.key.create({ data: row })

/** Restores a deleted key as the same row, with its history. Returns false if somebody else was first. */
export async function restoreDeletedKey(tx: Tx, row: KeyRow): Promise<boolean> {
  const { id, teamId } = row
  const { count } = await tx.key.updateMany({
    where: { id, teamId, deletedAt: { not: null } },
    data: { ...row, deletedAt: null },
  })
  return count === 1
}

export const selectKeyByKeyRef = (db: Db | Tx, teamId: string, keyRef: string) =>
  db.key.findUnique({ where: { teamId_keyRef: { teamId, keyRef } } })

/**
 * Returns a key with its wallet's name and pause. Written in SQL because every call reads it, and a model's query
 * costs ten times the processor time.
 */
export async function selectKey(db: Db | Tx, teamId: string, id: string) {
  const [row] = await db.$queryRaw<StoredKeyColumns[]>`
    SELECT k.*, w."name" AS "walletName", w."pausedAt" AS "walletPausedAt"
    FROM "Key" k JOIN ${WALLETS_SQL} ON w."id" = k."walletId"
    WHERE k."id" = ${id} AND k."teamId" = ${teamId} AND k."deletedAt" IS NULL`
  if (!row) return null
  const { walletName, walletPausedAt, ...key } = row
  return { ...key, wallet: { name: walletName, pausedAt: walletPausedAt } }
}

type StoredKeyRow = NonNullable<Awaited<ReturnType<typeof selectKeyByKeyRef>>>
type StoredKeyColumns = StoredKeyRow & { readonly walletName: string; readonly walletPausedAt: Date | null }

export const selectKeys = (db: Db, teamId: string) =>
  db.key.findMany({
    where: { teamId, deletedAt: null },
    include: { wallet: { select: { name: true, pausedAt: true } } },
    orderBy: { createdAt: 'asc' },
  })

/** Returns the keys that the upstream refused, with their wallets' names. */
export const selectRefusedKeys = (db: Db, teamId: string) =>
  db.$queryRaw<Record<'id' | 'name' | 'prefix' | 'walletName', string>[]>`
    SELECT k."id", k."name", k."prefix", w."name" AS "walletName"
    FROM "Key" k JOIN ${WALLETS_SQL} ON w."id" = k."walletId"
    WHERE k."teamId" = ${teamId} AND k."status" = ${'refused' satisfies KeyStatus} AND k."deletedAt" IS NULL
    ORDER BY k."createdAt"`

export const selectActiveKey = (db: Db, teamId: string) =>
  db.key.findFirst({ where: { teamId, deletedAt: null, status: 'active' }, select: { id: true } })

export interface KeyChange {
  readonly status?: KeyStatus
  readonly statusAt?: Date
  readonly requestsPerSecond?: number
  readonly windowMs?: number
  readonly rateSource?: string
  readonly plan?: string | null
  readonly service?: string
  readonly checkedAt?: Date
  readonly isUnchecked?: false
  readonly lastUsedAt?: Date
  readonly deletedAt?: Date
  readonly sealed?: null
  readonly reference?: null
}

/**
 * Changes a key that is not deleted, provided that it still has the values in `still`. Returns the number of changed
 * rows (0 or 1).
 */
export const updateKey = async (
  db: Db | Tx,
  teamId: string,
  id: string,
  data: KeyChange,
  still: Partial<
    Pick<StoredKeyRow, 'keyRef' | 'requestsPerSecond' | 'windowMs' | 'rateSource' | 'statusAt'>
  > = {},
): Promise<number> =>
  (await db.key.updateMany({ where: { id, teamId, deletedAt: null, ...still }, data })).count

/**
 * Replaces the secret of a row. Returns false if the row is no longer as it was read. A refused key becomes active
 * again.
 */
export async function replaceKeySecret(
  tx: Tx,
  {
    id,
    teamId,
    keyRef,
    status,
    reference,
  }: { id: string; teamId: string; keyRef: string; status: string; reference: string | null },
  data: Pick<
    KeyRow,
    | 'keyRef'
    | 'prefix'
    | 'sealed'
    | 'reference'
    | 'requestsPerSecond'
    | 'windowMs'
    | 'rateSource'
    | 'plan'
    | 'service'
    | 'replacedAt'
    | 'checkedAt'
    | 'isUnchecked'
  >,
): Promise<boolean> {
  const active = status === 'refused' ? { status: 'active' } : {}
  const { count } = await tx.key.updateMany({
    where: { id, teamId, keyRef, status, reference, deletedAt: null },
    data: { ...data, ...active },
  })
  return count === 1
}

/** Records that the upstream refused a key, unless it was disabled or replaced since the row was read. */
export const markKeyRefused = async (
  db: Db,
  { id, teamId, keyRef }: { id: string; teamId: string; keyRef: string },
  checkedAt: Date,
): Promise<boolean> => {
  const where = { id, teamId, keyRef, status: { not: 'disabled' }, deletedAt: null }
  return (
    (await db.key.updateMany({ where, data: { status: 'refused', checkedAt, isUnchecked: false } })).count ===
    1
  )
}

/** Makes a refused key usable again, unless it was disabled meanwhile. */
export const markKeyAccepted = (tx: Tx, { id, teamId, keyRef }: Pick<KeyRow, 'id' | 'teamId' | 'keyRef'>) =>
  tx.key.updateMany({
    where: { id, teamId, keyRef, status: 'refused', deletedAt: null },
    data: { status: 'active' },
  })

/** Returns the prefixes of the deleted keys among these, whose rows stay. */
export async function selectFormerPrefixes(
  db: Db,
  teamId: string,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const where = { id: { in: ids }, teamId, deletedAt: { not: null } }
  const rows = await db.key.findMany({ where, select: { id: true, prefix: true } })
  return new Map(rows.map(({ id, prefix }) => [id, prefix]))
}

/** Returns the team's key whose text is at a reference. */
export const selectKeyByReference = (db: Db, teamId: string, reference: string) =>
  db.key.findFirst({ where: { teamId, reference, deletedAt: null } })

/** Returns a team's keys that were stored without a check, in the order they were added. */
export const selectUncheckedKeys = (db: Db, teamId: string, limit: number) =>
  db.key.findMany({
    where: { teamId, isUnchecked: true, status: 'active', deletedAt: null },
    orderBy: { createdAt: 'asc' },
    take: limit,
    select: { id: true },
  })

/** Returns the given keys of a team with which no call may be made, whatever their wallet. */
export const selectUnusableKeys = (db: Db, teamId: string, ids: readonly string[]) =>
  db.key.findMany({
    where: {
      teamId,
      id: { in: [...ids] },
      OR: [{ deletedAt: { not: null } }, { status: { not: 'active' } }],
    },
    select: { id: true },
  })

/** Returns the owners of these keys, of all teams, if active. */
export const selectKeyOwners = (db: Db, ids: readonly string[]) =>
  db.key.findMany({
    where: { id: { in: [...ids] }, status: 'active', deletedAt: null },
    select: { id: true, teamId: true, walletId: true },
  })

/** Returns any sealed key of the installation, to test the master key with. */
export const selectAnySealedKey = (db: Db) =>
  db.key.findFirst({ where: { sealed: { not: null } }, select: { id: true, teamId: true, sealed: true } })

/** Returns any key of the installation, deleted or not. */
export const selectAnyKeyId = (db: Db) => db.key.findFirst({ select: { id: true } })
