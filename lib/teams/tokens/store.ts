import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names ApiToken. */

/** Maximum number of tokens of a team that are not revoked, and of entries in a list. */
export const MAX_TOKENS = 500

export type TokenRow = Omit<NonNullable<Awaited<ReturnType<typeof selectToken>>>, 'lastUsedAt' | 'revokedAt'>

export const insertToken = (tx: Tx, row: TokenRow) => tx.apiToken.create({ data: row })

export const countTokens = (tx: Tx, teamId: string): Promise<number> =>
  tx.apiToken.count({ where: { teamId, revokedAt: null } })

export const selectToken = (db: Db | Tx, teamId: string, id: string) =>
  db.apiToken.findFirst({ where: { id, teamId, revokedAt: null } })

/** Returns the tokens that are not revoked, in the order they were created. */
export const selectTokens = (db: Db, teamId: string) =>
  db.apiToken.findMany({
    where: { teamId, revokedAt: null },
    orderBy: { createdAt: 'asc' },
    take: MAX_TOKENS,
  })

/** Returns the token with this hash in any team, unless it is revoked. */
export const selectTokenByHash = (db: Db, tokenHash: string) =>
  db.apiToken.findFirst({ where: { tokenHash, revokedAt: null } })

/** Returns which of these ids are tokens of the team, revoked ones included. */
export async function selectTokenIds(db: Db, teamId: string, ids: string[]): Promise<ReadonlySet<string>> {
  const rows = await db.apiToken.findMany({ where: { id: { in: ids }, teamId }, select: { id: true } })
  return new Set(rows.map(({ id }) => id))
}

/** Returns the names of these tokens of the team, revoked ones included. */
export const selectTokenNames = (db: Db, teamId: string, ids: string[]) =>
  db.apiToken.findMany({ where: { id: { in: ids }, teamId }, select: { id: true, name: true } })

/** Returns the team's token with this hash, revoked or not. */
export const selectTokenOfTeam = (db: Db, teamId: string, tokenHash: string) =>
  db.apiToken.findFirst({ where: { teamId, tokenHash } })

export const revokeToken = (tx: Tx, teamId: string, id: string, revokedAt: Date) =>
  tx.apiToken.updateMany({ where: { id, teamId, revokedAt: null }, data: { revokedAt } })

export const touchToken = async (db: Db, teamId: string, id: string, lastUsedAt: Date): Promise<void> => {
  await db.apiToken.updateMany({ where: { id, teamId }, data: { lastUsedAt } })
}
