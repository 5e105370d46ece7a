import { Text } from '@mantine/core'
import { type PageRange, readPageRange, requireMember, type SearchParams } from '@/app/_server'
import { type ListParams, listParams, WholeList } from '@/components/lists'
import { AddService, type ServiceRow, ServiceTable } from '@/components/services'
import { KeyTabs } from '@/components/shell'
import { ButtonLink, CardBoundary, EmptyState, PageHeader } from '@/components/ui'
import { describePeriod, RangePicker } from '@/components/usage'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import {
  listGatewayKeys,
  listLastUses,
  listServiceNames,
  listServices,
  listServiceUsage,
} from '@/lib/keys/services'
import type { TeamCtx } from '@/lib/platform/db'
import { createServiceAction } from './actions'

export const metadata = { title: 'Services' }

interface ServicesPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

/** Lists the programs that call through the gateway, and what each used. */
export default async function ServicesPage({ params, searchParams }: ServicesPageProps) {
  const ctx = await requireMember(params)
  const asked = listParams(await searchParams, PARAMETERS)
  const [range, services] = await Promise.all([readPageRange(ctx, searchParams), listServices(ctx)])
  const { slug } = ctx.team
  return (
    <>
      <PageHeader
        title="Services"
        description="Your team’s apps that use the API through Purser."
        actions={
          services.length > 0 && (
            <>
              <RangePicker
                preset={range.preset}
                from={range.from}
                to={range.to}
                environments={range.environments}
                environmentId={range.environmentId}
              />
              <ButtonLink href={`/${slug}/services/connect`} variant="default">
                How to connect a service
              </ButtonLink>
              {hasRole(ctx.actor.role, 'admin') && <AddService team={slug} create={createServiceAction} />}
            </>
          )
        }
      />
      <KeyTabs team={slug} />
      <CardBoundary>
        <ServicesCard ctx={ctx} range={range} asked={asked} />
      </CardBoundary>
    </>
  )
}

interface ServicesCardProps {
  readonly ctx: TeamCtx
  readonly range: PageRange
  readonly asked: ListParams
}

/** Those of the list, and of the range beside it. */
const PARAMETERS = ['text', 'sort', 'range', 'from', 'to', 'environment']

const HEADS = [
  { key: 'service', label: 'Service' },
  { key: 'credits', label: 'Spent', isDownFirst: true },
  { key: 'items', label: 'Items', isDownFirst: true },
  { key: 'calls', label: 'Calls', isDownFirst: true },
  { key: 'refused', label: 'Refused', isDownFirst: true },
  { key: 'last', label: 'Last use', isDownFirst: true },
]

/** Lists the services with what they used in the range; without any, explains how to begin. */
async function ServicesCard({ ctx, range, asked }: ServicesCardProps) {
  const rows = await serviceRows(ctx, range)
  const { slug } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const table = (
    <WholeList
      base={`/${slug}/services`}
      params={asked}
      rows={rows}
      of={['service', 'services']}
      findBy="name"
      words={({ name }) => name}
      heads={HEADS}
      sorts={{
        service: ({ name }) => name,
        credits: ({ use }) => use?.chargeNano ?? 0n,
        items: ({ use }) => use?.items ?? 0,
        calls: ({ use }) => use?.calls ?? 0,
        refused: ({ use }) => use?.refused ?? 0,
        last: ({ lastUsedAt }) => lastUsedAt,
      }}
    >
      {(services, sorting) => (
        <ServiceTable
          team={slug}
          services={services}
          period={describePeriod(range)}
          sorting={sorting}
          now={ctx.clock.now()}
        />
      )}
    </WholeList>
  )
  if (rows.some(({ isDeleted }) => !isDeleted)) return table
  return (
    <>
      <EmptyState
        title="No services yet"
        text="A service is a program of your team that calls the API. Through Purser’s gateway its calls keep the key’s pace, stay within your budgets and appear on the ledger."
        action={
          isAdmin ? (
            <AddService team={slug} create={createServiceAction} />
          ) : (
            <Text size="sm">An admin of your team can add one.</Text>
          )
        }
      />
      {rows.length > 0 && table}
    </>
  )
}

/** Returns the rows of the service table: the team's services, and deleted ones with usage in the range. */
async function serviceRows(ctx: TeamCtx, range: PageRange): Promise<ServiceRow[]> {
  const [services, gatewayKeys, keys, use, lastUses] = await Promise.all([
    listServices(ctx),
    listGatewayKeys(ctx),
    listKeys(ctx),
    listServiceUsage(ctx, range.range, range.environmentId),
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
