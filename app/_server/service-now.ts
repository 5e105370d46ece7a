import 'server-only'
import type { ServiceFigures } from '@/lib/gateway'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'

const NOTHING: ServiceFigures = { waiting: 0, underWay: 0, lastMinute: 0, refusals: {} }

/** What a service of the team does at this Purser's gateway now. */
export async function serviceNow(ctx: TeamCtx, serviceId: string): Promise<ServiceFigures> {
  return (await currentRuntime().worker.perform('gatewayFigures', ctx, null)).get(serviceId) ?? NOTHING
}
