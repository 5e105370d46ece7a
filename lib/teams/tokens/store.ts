import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names ApiToken. */

/** No team has more that are not revoked; a list is never longer. */
export const MOST_TOKENS = 500

export type TokenRow = Omit<NonNullable<Awaited<ReturnType<typeof selectToken>>>, 'lastUsedAt' | 'revokedAt'>

export const insertToken = (tx: Tx, row: TokenRow) => tx.apiToken.create({ data: row })

export const countTokens = (tx: Tx, teamId: string): Promise<number> =>
  tx.apiToken.count({ where: { teamId, revokedAt: null } })

export const selectToken = (db: Db | Tx, teamId: string, id: string) =>
  db.apiToken.findFirst({ where: { id, teamId, revokedAt: null } })

/** Those that are not revoked, in the order they were made. */
export const selectTokens = (db: Db, teamId: string) =>
  db.apiToken.findMany({
    where: { teamId, revokedAt: null },
    orderBy: { createdAt: 'asc' },
    take: MOST_TOKENS,
  })

/** The token of this hash in any team, unless it is revoked. */
export const selectTokenByHash = (db: Db, tokenHash: string) =>
  db.apiToken.findFirst({ where: { tokenHash, revokedAt: null } })

/** Which of these ids are tokens of the team, also revoked ones. */
export async function selectTokenIds(db: Db, teamId: string, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db.apiToken.findMany({ where: { id: { in: ids }, teamId }, select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}

/** The names of these tokens of the team, also of revoked ones. */
export const selectTokenNames = (db: Db, teamId: string, ids: string[]) =>
  db.apiToken.findMany({ where: { id: { in: ids }, teamId }, select: { id: true, name: true } })

/** The team's token of this hash, also a revoked one. */
export const selectTokenOfTeam = (db: Db, teamId: string, tokenHash: string) =>
  db.apiToken.findFirst({ where: { teamId, tokenHash } })

export const revokeToken = (tx: Tx, teamId: string, id: string, revokedAt: Date) =>
  tx.apiToken.updateMany({ where: { id, teamId, revokedAt: null }, data: { revokedAt } })

export const touchToken = async (db: Db, teamId: string, id: string, lastUsedAt: Date): Promise<void> => {
  await db.apiToken.updateMany({ where: { id, teamId }, data: { lastUsedAt } })
}
