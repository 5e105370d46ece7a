import { gatewayAddress, teamProvider } from '@/app/_server'
import { CreateGatewayKey, ServiceMenu } from '@/components/services'
import { listKeys } from '@/lib/keys/keys'
import { listGatewayKeys, type ServiceView } from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { createGatewayKeyAction, deleteServiceAction, renameServiceAction } from '../actions'

interface ServiceActionsProps {
  readonly ctx: TeamCtx
  readonly service: ServiceView
}

/** Offers an admin the actions on a service. */
export async function ServiceActions({ ctx, service }: ServiceActionsProps) {
  const [keys, environments, gatewayKeys, gateway, { provider }] = await Promise.all([
    listKeys(ctx),
    listEnvironments(ctx),
    listGatewayKeys(ctx, { serviceId: service.id }),
    gatewayAddress(),
    teamProvider(ctx),
  ])
  const { slug } = ctx.team
  return (
    <>
      <CreateGatewayKey
        team={slug}
        serviceId={service.id}
        gateway={gateway}
        keys={keys.map(({ id, name, prefix, environmentId, rate }) => ({
          id,
          environmentId,
          rate,
          label: `${name} (${prefix}…)`,
        }))}
        environments={environments.map(({ id, name }) => ({ id, name }))}
        accountPath={provider.account?.path ?? null}
        create={createGatewayKeyAction}
      />
      <ServiceMenu
        team={slug}
        service={{ id: service.id, name: service.name, gatewayKeys: gatewayKeys.length }}
        rename={renameServiceAction}
        remove={deleteServiceAction}
      />
    </>
  )
}
