import { type Db, joinSql, sql, type TeamCtx } from '@/lib/platform/db'
import { ATTEMPTS } from './attempt-store'
import { countResolved } from './resolution-store'

/** How many calls on a wallet were lost, and how many of these are resolved. */
export interface LostCounts {
  readonly lost: number
  readonly resolved: number
  /** How many items all that were lost may have brought: it grows where a list turns out not to keep to counts. */
  readonly mostItems: number
}

/**
 * The counts of each of these wallets. They change whenever something becomes known of its lost calls, so who keeps what
 * follows from these compares all three. Counts, not times: what is written later may say an earlier time, or the same.
 */
export async function countLostOnEach(
  { db, team }: TeamCtx,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, LostCounts>> {
  const [lost, resolved] = await Promise.all([
    countUnknown(db, team.id, walletIds),
    countResolved(db, team.id, walletIds),
  ])
  return new Map(
    walletIds.map((id) => {
      const { many = 0, mostItems = 0 } = lost.get(id) ?? {}
      return [id, { lost: many, resolved: resolved.get(id) ?? 0, mostItems }]
    }),
  )
}

interface UnknownOfWallet {
  readonly many: number
  readonly mostItems: number
}

/** In the words of the index of lost calls, which holds all that is asked: one look there for each wallet. */
async function countUnknown(
  db: Db,
  teamId: string,
  walletIds: readonly string[],
): Promise<ReadonlyMap<string, UnknownOfWallet>> {
  if (walletIds.length === 0) return new Map()
  const asked = walletIds.map(
    (walletId) => sql`
      SELECT CAST(${walletId} AS TEXT) AS "walletId", COUNT(*) AS "many",
        CAST(SUM(a."reservedItems") AS BIGINT) AS "mostItems" FROM ${ATTEMPTS}
      WHERE a."teamId" = ${teamId} AND a."walletId" = ${walletId} AND a."state" = 'UNKNOWN'`,
  )
  const rows = await db.$queryRaw<
    ({ walletId: string } & Record<keyof UnknownOfWallet, bigint | number | null>)[]
  >(joinSql(asked, ' UNION ALL '))
  return new Map(
    rows.map(({ walletId, many, mostItems }) => [
      walletId,
      { many: Number(many), mostItems: Number(mostItems ?? 0) },
    ]),
  )
}
