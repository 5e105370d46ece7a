import { Stack, Text } from '@mantine/core'
import { BudgetMeter, describeBudget } from '@/components/budgets'
import { ButtonLink, Card, LinkTo } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listBudgets } from '@/lib/money/budgets'
import type { ServiceCardProps } from './use-card'

/** The budgets that count this service alone. */
export async function ServiceBudgetsCard({ ctx, service, title }: ServiceCardProps) {
  const all = await listBudgets(ctx)
  const budgets = all.filter(({ scope, scopeId }) => scope === 'service' && scopeId === service.id)
  const ofTeam = all.filter(({ scope }) => scope === 'team').map(({ name }) => `“${name}”`)
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
        {budgets.length === 0 && (
          <Text size="sm" c="dimmed">
            No budget counts this service alone.{' '}
            {ofTeam.length === 0
              ? 'Those of its keys and environments may.'
              : `It counts for the whole team’s: ${ofTeam.join(', ')}.`}
          </Text>
        )}
        {budgets.map((budget) => (
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
      </Stack>
    </Card>
  )
}
