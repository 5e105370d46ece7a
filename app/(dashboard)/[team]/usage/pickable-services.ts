import { listServiceNames, listServices } from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'

/** Returns the services that usage can be narrowed to: the team's own, and the chosen one even if it was deleted. */
export async function pickableServices(ctx: TeamCtx, chosen: string | null) {
  const services = await listServices(ctx)
  const isListed = chosen === null || services.some(({ id }) => id === chosen)
  const former = isListed ? [] : [...(await listServiceNames(ctx, [chosen]))]
  const unknown = isListed || former.length > 0 ? [] : [{ id: chosen, name: 'A service that is not here' }]
  return [
    ...services.map(({ id, name }) => ({ id, name })),
    ...former.map(([id, name]) => ({ id, name })),
    ...unknown,
  ]
}
