import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import {
  AskForRaise,
  BudgetTable,
  ChangeBudget,
  CreateBudget,
  fullestFirst,
  RaiseList,
  RaiseRequests,
  SCOPES,
  STATES,
  stateOf,
  usedPart,
} from '@/components/budgets'
import { listParams, WholeList } from '@/components/lists'
import { Card, EmptyState, FormDrawer, PageHeader } from '@/components/ui'
import { hasRole, nanoToText } from '@/lib/kernel'
import { type BudgetView, listBudgets } from '@/lib/money/budgets'
import type { TeamCtx } from '@/lib/platform/db'
import {
  askForRaiseAction,
  backtestBudgetAction,
  changeBudgetAction,
  changeBudgetsAction,
  createBudgetAction,
  decideRaiseAction,
  deleteBudgetAction,
  forecastBudgetAction,
} from './actions'
import { suggestRaiseLastDay } from './last-day'
import { listBudgetTokenNames, listScopes, nameScope } from './scopes'

export const metadata = { title: 'Budgets' }

interface BudgetsPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function BudgetsPage({ params, searchParams }: BudgetsPageProps) {
  const ctx = await requireMember(params)
  const { slug, timeZone } = ctx.team
  const [budgets, scopes, wished] = await Promise.all([listBudgets(ctx), listScopes(ctx), searchParams])
  const tokens = await listBudgetTokenNames(ctx, budgets)
  const first = scopes.find(({ scope, id }) => scope === wished.scope && id === wished.id)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const requests = budgets.flatMap((budget) =>
    budget.raises
      .filter(({ state }) => state === 'asked')
      .map((raise) => ({
        ...raise,
        budget,
        lastDay: suggestRaiseLastDay(budget.resetsAt, ctx.clock.now(), timeZone),
      })),
  )
  // Pending requests are shown above, where they are decided.
  const raises = budgets.flatMap(({ name, unit, raises }) =>
    raises
      .filter(({ state }) => !isAdmin || state !== 'asked')
      .map((raise) => ({ ...raise, unit, budgetName: name })),
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
            <RaiseRequests team={slug} requests={requests} decide={decideRaiseAction} />
          </Card>
        )}
        {budgets.length === 0 && (
          <Card title="Budgets">
            <EmptyState
              title="No budgets yet"
              text={
                isAdmin
                  ? 'A budget sends an alert when a share of it is spent, and can block calls that could exceed it.'
                  : 'An admin of your team can create one. Until then only the wallet limits what is spent.'
              }
            />
          </Card>
        )}
        {budgets.length > 0 && (
          <div>
            <WholeList
              base={`/${slug}/budgets`}
              params={listParams(wished, ['text', 'sort', 'for', 'state'])}
              rows={fullestFirst(budgets).map((budget) => ({
                budget,
                scope: nameScope(budget, scopes, tokens),
                actions: <BudgetActions ctx={ctx} budget={budget} />,
              }))}
              of={['budget', 'budgets']}
              findBy="name"
              words={({ budget, scope }) => `${budget.name} ${scope.label}`}
              choices={[
                { parameter: 'for', label: 'For', data: SCOPES },
                { parameter: 'state', label: 'State', data: STATES },
              ]}
              filters={{ for: ({ budget }) => budget.scope, state: ({ budget }) => stateOf(budget) }}
              heads={[
                { key: 'name', label: 'Budget' },
                { key: 'scope', label: 'For' },
                { key: 'used', label: 'Spent', isDownFirst: true },
                { key: 'resets', label: 'Resets' },
              ]}
              sorts={{
                name: ({ budget }) => budget.name,
                scope: ({ scope }) => scope.label,
                used: ({ budget }) => usedPart(budget),
                resets: ({ budget }) => budget.resetsAt,
              }}
            >
              {(rows, sorting) => (
                <BudgetTable
                  team={slug}
                  rows={rows}
                  sorting={sorting}
                  change={isAdmin ? changeBudgetsAction : null}
                />
              )}
            </WholeList>
          </div>
        )}
        {raises.length > 0 && (
          <Card title="Requests for more">
            <RaiseList raises={raises} />
          </Card>
        )}
      </Stack>
    </>
  )
}

interface BudgetActionsProps {
  readonly ctx: TeamCtx
  readonly budget: BudgetView
}

/** Offers what this member may do to a budget: admins change it, members ask for more, viewers only read. */
function BudgetActions({ ctx, budget }: BudgetActionsProps) {
  const { slug } = ctx.team
  if (hasRole(ctx.actor.role, 'admin'))
    return (
      <ChangeBudget
        team={slug}
        budget={typed(budget)}
        change={changeBudgetAction}
        remove={deleteBudgetAction}
        effect={forecastBudgetAction}
      />
    )
  return (
    hasRole(ctx.actor.role, 'member') && (
      <AskForRaise team={slug} budget={typed(budget)} ask={askForRaiseAction} />
    )
  )
}

/** Returns a budget as its form shows it. */
const typed = ({ id, name, unit, stops, amount, tellsAt, scope, scopeId, period }: BudgetView) => ({
  id,
  scope,
  scopeId,
  period,
  name,
  unit,
  stops,
  amount: unit === 'items' ? amount.toString() : nanoToText(amount),
  tellsAt: tellsAt.join(', '),
})
