import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { CreateBudget, RaiseRequests } from '@/components/budgets'
import { Card, EmptyState, FormDrawer, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { listBudgets } from '@/lib/money/budgets'
import { backtestBudgetAction, createBudgetAction, decideRaiseAction, forecastBudgetAction } from './actions'
import { lastDayFor } from './last-day'
import { listScopes, nameScope, tokensOf } from './scopes'
import { TeamBudget } from './team-budget'

export const metadata = { title: 'Budgets' }

interface BudgetsPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function BudgetsPage({ params, searchParams }: BudgetsPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const [budgets, scopes, wished] = await Promise.all([listBudgets(ctx), listScopes(ctx), searchParams])
  const tokens = await tokensOf(ctx, budgets)
  const first = scopes.find(({ scope, id }) => scope === wished.scope && id === wished.id)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const requests = budgets.flatMap((budget) =>
    budget.raises
      .filter(({ state }) => state === 'asked')
      .map((raise) => ({
        ...raise,
        budget,
        lastDay: lastDayFor(budget.resetsAt, ctx.clock.now(), timeZone),
      })),
  )
  return (
    <>
      <PageHeader
        title="Budgets"
        description="How much may be spent, by whom and when. Every call is checked against all budgets before it is sent."
        actions={
          isAdmin && (
            <FormDrawer label="Create budget" title="Create a budget" hash="#new">
              <CreateBudget
                team={slug}
                choices={scopes}
                first={first}
                create={createBudgetAction}
                timeZone={timeZone}
                effect={forecastBudgetAction}
                backtest={backtestBudgetAction}
              />
            </FormDrawer>
          )
        }
      />
      <Stack gap="xl">
        {isAdmin && requests.length > 0 && (
          <Card title="Raises asked for">
            <RaiseRequests team={slug} timeZone={timeZone} requests={requests} decide={decideRaiseAction} />
          </Card>
        )}
        {budgets.length === 0 && (
          <Card title="Budgets">
            <EmptyState
              title="No budgets yet"
              text={
                isAdmin
                  ? 'A budget sends an alert when a share of it is spent, and can stop calls before they pass it.'
                  : 'An admin of your team can create one. Until then only the wallet limits what is spent.'
              }
            />
          </Card>
        )}
        {budgets.map((budget) => (
          <TeamBudget key={budget.id} ctx={ctx} budget={budget} scope={nameScope(budget, scopes, tokens)} />
        ))}
      </Stack>
    </>
  )
}
