import { GatewayKeyTable } from '@/components/services'
import { Card, EmptyState } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listGatewayKeys } from '@/lib/keys/services'
import { revokeGatewayKeyAction } from '../actions'
import type { ServiceCardProps } from './use-card'

/** Lists the service's gateway keys, each with the key that it is bound to. */
export async function GatewayKeysCard({ ctx, service, range, title }: ServiceCardProps) {
  const [gatewayKeys, keys] = await Promise.all([
    listGatewayKeys(ctx, { serviceId: service.id }),
    listKeys(ctx),
  ])
  const { slug, timeZone } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const rows = gatewayKeys.map((row) => {
    const key = keys.find(({ id }) => id === row.keyId)
    const environment = range.environments.find(({ id }) => id === row.environmentId)
    return {
      ...row,
      keyName: key?.name ?? null,
      keyRate: key?.rate ?? null,
      environmentName: environment?.name ?? 'unknown',
      environmentColor: environment?.color ?? 'gray',
    }
  })
  return (
    <Card title={title} description="What the service sends instead of an upstream key.">
      {rows.length === 0 ? (
        <EmptyState
          title="No gateway keys yet"
          text={
            isAdmin
              ? 'Create one above: the service sends it to the gateway.'
              : 'An admin of your team creates the keys that the service sends.'
          }
        />
      ) : (
        <GatewayKeyTable
          team={slug}
          keys={rows}
          now={ctx.clock.now()}
          timeZone={timeZone}
          revoke={isAdmin ? revokeGatewayKeyAction : null}
        />
      )}
    </Card>
  )
}
