import { Stack, Text } from '@mantine/core'
import { BudgetMeter, describeBudget, leftWords } from '@/components/budgets'
import { ButtonLink, Card, LinkTo } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listKeys } from '@/lib/keys/keys'
import { listGatewayKeys } from '@/lib/keys/services'
import { countsCall, listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import { listScopes, nameScope } from '../../budgets/scopes'
import type { ServiceCardProps } from './use-card'

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
        {own.length === 0 && (
          <Text size="sm" c="dimmed">
            This service has no budget of its own.
          </Text>
        )}
        {own.map((budget) => (
          <div key={budget.id}>
            <LinkTo href={`/${slug}/budgets#${budget.id}`} size="sm" isBold>
              {budget.name}
            </LinkTo>
            <Text size="sm" c="dimmed" mb="xs">
              {describeBudget(budget)}
            </Text>
            <BudgetMeter budget={budget} />
          </div>
        ))}
        {shared.map((budget) => (
          <Text key={budget.id} size="sm" c="dimmed">
            <LinkTo href={`/${slug}/budgets#${budget.id}`} size="inherit" isBold>
              {budget.name}
            </LinkTo>{' '}
            · {nameScope(budget, scopes).label} · leaves {leftWords(budget)},{' '}
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
  return budgets.filter((budget) => [call, ...calls].some((one) => countsCall(budget, one)))
}
