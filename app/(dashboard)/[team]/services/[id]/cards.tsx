import { Stack, Text } from '@mantine/core'
import { type PageRange, readServiceActivity } from '@/app/_server'
import { BudgetMeter, describeBudget, describeRemaining } from '@/components/budgets'
import { GatewayKeyTable, LiveFigures } from '@/components/services'
import { AppLink, ButtonLink, Card, Dimmed, EmptyState, StatStrip, StatTile } from '@/components/ui'
import { spentTile } from '@/components/usage'
import { formatCompact, formatCount, formatDuration, hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { getServiceUsage, listGatewayKeys, type ServiceView } from '@/lib/keys/services'
import { budgetCountsCall, listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { listScopes, nameScope } from '../../budgets/scopes'
import { ledgerHref } from '../../usage/query'
import { SpendCard } from '../../usage/spend-chart'
import { revokeGatewayKeyAction } from '../actions'

interface ServiceCardProps {
  readonly ctx: TeamCtx
  readonly service: ServiceView
  readonly range: PageRange
  readonly title: string
}

/** Shows what the service used in the range, and how long its calls waited. */
export async function ServiceUsageCard({ ctx, service, range }: ServiceCardProps) {
  const use = await getServiceUsage(ctx, service.id, range.range)
  const { calls, pages, refused, unknowns, waitedMs, latencyMs } = use
  const mean = (ms: number) => (pages === 0 ? '—' : formatDuration(Math.round(ms / pages)))
  return (
    <StatStrip width={160}>
      <StatTile label="Spent in this range" {...spentTile(use)} />
      <StatTile
        label="Calls"
        value={formatCompact(calls)}
        exact={formatCount(calls)}
        hint={`${formatCount(pages)} settled, ${formatCount(unknowns)} unknown`}
      />
      <StatTile
        label="Mean wait for its turn"
        value={mean(waitedMs)}
        hint={pages === 0 ? 'No answer yet' : `Mean latency ${mean(latencyMs)}`}
      />
      <StatTile
        label="Refused by the API"
        value={formatCompact(refused)}
        exact={formatCount(refused)}
        hint="Answered 429: never charged"
      />
    </StatStrip>
  )
}

/** Shows the service's current activity at the gateway. */
export async function ServiceActivityCard({ ctx, service, title }: ServiceCardProps) {
  return (
    <Card title={title}>
      <LiveFigures
        team={ctx.team.slug}
        serviceId={service.id}
        first={await readServiceActivity(ctx, service.id)}
      />
    </Card>
  )
}

/** Shows what the service bought in the range, by environment. */
export const ServiceSpendCard = ({ ctx, service, range, title }: ServiceCardProps) => (
  <SpendCard
    ctx={ctx}
    title={title}
    range={range}
    narrowed={{ by: 'environment', service: service.id }}
    actions={
      <AppLink href={ledgerHref(ctx.team.slug, range, { service: service.id })}>
        All calls of this service
      </AppLink>
    }
  />
)

/** Shows the budgets that count this service: its own with their meters, then those that it shares with others. */
export async function ServiceBudgetsCard({ ctx, service, title }: ServiceCardProps) {
  const [counting, scopes] = await Promise.all([listCounting(ctx, service.id), listScopes(ctx)])
  const own = counting.filter(({ scope }) => scope === 'service')
  const shared = counting.filter(({ scope }) => scope !== 'service')
  const { slug } = ctx.team
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <Card
      title={title}
      actions={
        isAdmin && (
          <ButtonLink
            href={`/${slug}/budgets?scope=service&id=${service.id}#new`}
            variant="default"
            size="xs"
          >
            Create budget
          </ButtonLink>
        )
      }
    >
      <Stack>
        {own.length === 0 && <Dimmed>This service has no budget of its own.</Dimmed>}
        {own.map((budget) => (
          <div key={budget.id}>
            <AppLink href={`/${slug}/budgets#${budget.id}`} isBold>
              {budget.name}
            </AppLink>
            <Dimmed mb="xs">{describeBudget(budget)}</Dimmed>
            <BudgetMeter budget={budget} />
          </div>
        ))}
        {shared.map((budget) => (
          <Text key={budget.id} size="sm" c="dimmed">
            <AppLink href={`/${slug}/budgets#${budget.id}`} size="inherit" isBold>
              {budget.name}
            </AppLink>{' '}
            · {nameScope(budget, scopes).label} · {describeRemaining(budget)},{' '}
            {budget.stops ? 'then stops calls' : 'only warns'}
          </Text>
        ))}
      </Stack>
    </Card>
  )
}

/** Lists all budgets that a call of the service may fall under, with any of its gateway keys. */
async function listCounting(ctx: TeamCtx, serviceId: string) {
  const [budgets, gatewayKeys, keys] = await Promise.all([
    listBudgets(ctx),
    listGatewayKeys(ctx, { serviceId }),
    listKeys(ctx),
  ])
  const call = { teamId: ctx.team.id, principal: 'service', principalId: serviceId } as const
  const calls = gatewayKeys.map(({ keyId, environmentId }) => {
    const walletId = keys.find(({ id }) => id === keyId)?.walletId
    return { ...call, keyId, environmentId, walletId }
  })
  return budgets.filter((budget) => [call, ...calls].some((one) => budgetCountsCall(budget, one)))
}

/** Lists the service's gateway keys, each with the key that it is bound to. */
export async function GatewayKeysCard({ ctx, service, range, title }: ServiceCardProps) {
  const [gatewayKeys, keys] = await Promise.all([
    listGatewayKeys(ctx, { serviceId: service.id }),
    listKeys(ctx),
  ])
  const { slug } = ctx.team
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
    <Card title={title} description="What the service sends instead of an API key.">
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
          revoke={isAdmin ? revokeGatewayKeyAction : null}
        />
      )}
    </Card>
  )
}
