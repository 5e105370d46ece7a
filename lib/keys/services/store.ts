import type { Db, Tx } from '@/lib/platform/db'

/** The only file that names Service and GatewayKey. */

/** Maximum number of services of a team, and of entries in a list. */
export const MAX_SERVICES = 500
/** Maximum number of a team's gateway keys that are not revoked. */
export const MAX_GATEWAY_KEYS = 2000

export const insertService = (
  tx: Tx,
  row: { readonly id: string; readonly teamId: string; readonly name: string; readonly createdAt: Date },
) => tx.service.create({ data: row })

export const countServices = (tx: Tx, teamId: string): Promise<number> =>
  tx.service.count({ where: { teamId, archivedAt: null } })

export const selectServices = (db: Db, teamId: string) =>
  db.service.findMany({ where: { teamId, archivedAt: null }, orderBy: { name: 'asc' }, take: MAX_SERVICES })

export const selectService = (db: Db | Tx, teamId: string, id: string) =>
  db.service.findFirst({ where: { id, teamId, archivedAt: null } })

/** Returns the names of these services, deleted ones included. */
export async function selectServiceNames(
  db: Db,
  teamId: string,
  ids: string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.service.findMany({
    where: { teamId, id: { in: ids } },
    select: { id: true, name: true },
  })
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Changes a service that is not deleted. Returns the number of changed rows (0 or 1). */
export const updateService = async (
  tx: Tx,
  teamId: string,
  id: string,
  data: { readonly name: string } | { readonly name: string; readonly archivedAt: Date },
): Promise<number> => (await tx.service.updateMany({ where: { id, teamId, archivedAt: null }, data })).count

export interface GatewayKeyRow {
  readonly id: string
  readonly teamId: string
  readonly serviceId: string
  readonly keyId: string
  readonly environmentId: string
  readonly tokenHash: string
  readonly prefix: string
  readonly requestsPerSecond: number | null
  readonly tellsBudget: boolean
  readonly createdById: string
  readonly createdByName: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
}

export const insertGatewayKey = (tx: Tx, row: GatewayKeyRow) => tx.gatewayKey.create({ data: row })

export const countGatewayKeys = (tx: Tx, teamId: string): Promise<number> =>
  tx.gatewayKey.count({ where: { teamId, revokedAt: null } })

/**
 * Returns the keys that are not revoked, of one service, of one upstream key or all, in the order they were created.
 */
export const selectGatewayKeys = (
  db: Db,
  teamId: string,
  of: { readonly serviceId?: string; readonly keyId?: string } = {},
) =>
  db.gatewayKey.findMany({
    where: { teamId, ...of, revokedAt: null },
    orderBy: { createdAt: 'asc' },
    take: MAX_GATEWAY_KEYS,
  })

export const selectGatewayKey = (db: Db | Tx, teamId: string, id: string) =>
  db.gatewayKey.findFirst({ where: { id, teamId, revokedAt: null } })

/** Returns the gateway key with this hash in any team, unless it is revoked. */
export const selectGatewayKeyByHash = (db: Db, tokenHash: string) =>
  db.gatewayKey.findFirst({ where: { tokenHash, revokedAt: null } })

/** Returns the team's gateway key with this hash, revoked or not. */
export const selectTeamGatewayKeyByHash = (db: Db, teamId: string, tokenHash: string) =>
  db.gatewayKey.findFirst({ where: { teamId, tokenHash } })

/** Revokes gateway keys: one, or all of a service. Returns their number. */
export const revokeGatewayKeyRows = async (
  tx: Tx,
  teamId: string,
  of: { readonly id: string } | { readonly serviceId: string },
  revokedAt: Date,
): Promise<number> =>
  (await tx.gatewayKey.updateMany({ where: { teamId, ...of, revokedAt: null }, data: { revokedAt } })).count

/** Returns when each service's gateway keys were last used, revoked ones included. */
export async function selectLastUses(db: Db, teamId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.gatewayKey.groupBy({
    by: ['serviceId'],
    where: { teamId, lastUsedAt: { not: null } },
    _max: { lastUsedAt: true },
  })
  return new Map(
    rows.flatMap(({ serviceId, _max }) => (_max.lastUsedAt ? [[serviceId, _max.lastUsedAt] as const] : [])),
  )
}

export const updateGatewayKeyLastUsed = async (
  db: Db,
  teamId: string,
  id: string,
  lastUsedAt: Date,
): Promise<void> => {
  await db.gatewayKey.updateMany({ where: { id, teamId }, data: { lastUsedAt } })
}
