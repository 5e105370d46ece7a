import { Stack } from '@mantine/core'
import type { Metadata } from 'next'
import { cache } from 'react'
import {
  gatewayAddress,
  pageTitle,
  readForPage,
  readPageRange,
  requireMember,
  type SearchParams,
  teamProvider,
} from '@/app/_server'
import { CreateGatewayKey, ServiceMenu } from '@/components/services'
import { ButtonLink, CardBoundary, PageHeader } from '@/components/ui'
import { RangePicker } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { getService, listGatewayKeys, type ServiceView } from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'
import { listEnvironments } from '@/lib/teams/teams'
import { createGatewayKeyAction, deleteServiceAction, renameServiceAction } from '../actions'
import {
  GatewayKeysCard,
  ServiceActivityCard,
  ServiceBudgetsCard,
  ServiceSpendCard,
  ServiceUsageCard,
} from './cards'

interface ServicePageProps {
  readonly params: Promise<{ team: string; id: string }>
  readonly searchParams: SearchParams
}

/** Reads the service once for the page and its title. */
const readService = cache(getService)

export async function generateMetadata({ params }: Pick<ServicePageProps, 'params'>): Promise<Metadata> {
  const ctx = await requireMember(params)
  const { id } = await params
  return { title: await pageTitle('service', async () => (await readService(ctx, id)).name) }
}

const CARDS = [
  { title: 'Usage', Content: ServiceUsageCard },
  { title: 'Now', Content: ServiceActivityCard },
  { title: 'Gateway keys', Content: GatewayKeysCard },
  { title: 'Spend', Content: ServiceSpendCard },
  { title: 'Budgets', Content: ServiceBudgetsCard },
]

/** Shows a service: its usage, its current activity, and the gateway keys that it calls with. */
export default async function ServicePage({ params, searchParams }: ServicePageProps) {
  const ctx = await requireMember(params)
  const { id } = await params
  const { slug } = ctx.team
  const service = await readForPage(() => readService(ctx, id), `/${slug}/services/${id}`)
  const range = await readPageRange(ctx, searchParams)
  return (
    <>
      <PageHeader
        back={{ href: `/${slug}/services`, label: 'All services' }}
        title={service.name}
        description="A service of your team"
        actions={
          <>
            <RangePicker
              preset={range.preset}
              from={range.from}
              to={range.to}
              environments={[]}
              environmentId={null}
            />
            <ButtonLink href={`/${slug}/services/connect`} variant="default">
              How to connect a service
            </ButtonLink>
            {hasRole(ctx.actor.role, 'admin') && <ServiceActions ctx={ctx} service={service} />}
          </>
        }
      />
      <Stack>
        {CARDS.map(({ title, Content }) => (
          <CardBoundary key={title}>
            <Content ctx={ctx} service={service} range={range} title={title} />
          </CardBoundary>
        ))}
      </Stack>
    </>
  )
}

interface ServiceActionsProps {
  readonly ctx: TeamCtx
  readonly service: ServiceView
}

/** Offers an admin the actions on a service. */
async function ServiceActions({ ctx, service }: ServiceActionsProps) {
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
