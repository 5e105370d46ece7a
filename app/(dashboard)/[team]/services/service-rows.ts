import type { PageRange } from '@/app/_server'
import type { ServiceRow } from '@/components/services'
import { listKeys } from '@/lib/keys/keys'
import {
  listGatewayKeys,
  listLastUses,
  listServiceNames,
  listServices,
  listServiceUse,
} from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'

/** Returns the rows of the service table: the team's services, and deleted ones with usage in the range. */
export async function serviceRows(ctx: TeamCtx, range: PageRange): Promise<ServiceRow[]> {
  const [services, gatewayKeys, keys, use, lastUses] = await Promise.all([
    listServices(ctx),
    listGatewayKeys(ctx),
    listKeys(ctx),
    listServiceUse(ctx, range.range, range.environmentId),
    listLastUses(ctx),
  ])
  const present = services.map(({ id, name }): ServiceRow => {
    const own = gatewayKeys.filter(({ serviceId }) => serviceId === id)
    const usesKey = new Set(own.map(({ keyId }) => keyId))
    const isIn = new Set(own.map(({ environmentId }) => environmentId))
    return {
      id,
      name,
      isDeleted: false,
      gatewayKeys: own.length,
      environments: range.environments.filter((each) => isIn.has(each.id)),
      keys: keys.filter((each) => usesKey.has(each.id)),
      use: use.get(id) ?? null,
      lastUsedAt: lastUses.get(id) ?? null,
    }
  })
  const listed = new Set(services.map(({ id }) => id))
  const formerIds = [...use.keys()].filter((id) => !listed.has(id))
  const former = formerIds.length === 0 ? new Map<string, string>() : await listServiceNames(ctx, formerIds)
  const deleted = [...former].map(
    ([id, name]): ServiceRow => ({
      id,
      name,
      isDeleted: true,
      gatewayKeys: 0,
      environments: [],
      keys: [],
      use: use.get(id) ?? null,
      lastUsedAt: lastUses.get(id) ?? null,
    }),
  )
  return [...present, ...deleted]
}
