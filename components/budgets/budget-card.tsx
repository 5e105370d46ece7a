import { Alert, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, DotBadge } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { BudgetView } from '@/lib/money/budgets'
import { BudgetMeter } from './budget-meter'
import classes from './budgets.module.css'
import { describeBudget, toldText } from './labels'

/** The scope of a budget, as shown. */
export interface ScopeName {
  readonly label: string
  /** Colour of an environment; null for other scopes. */
  readonly color: string | null
}

interface BudgetCardProps {
  readonly budget: BudgetView
  readonly scope: ScopeName
  readonly timeZone: string
  /** Actions on it. */
  readonly children?: ReactNode
}

/** Shows a budget: what it allows, what its current period holds, and when that restarts. */
export function BudgetCard({ budget, scope, timeZone, children }: BudgetCardProps) {
  const { resetsAt, startsAt } = budget
  const told = toldText(budget)
  return (
    <div id={budget.id} className={classes.budget}>
      <Card
        title={budget.name}
        description={describeBudget(budget)}
        actions={
          scope.color ? (
            <DotBadge color={scope.color}>{scope.label}</DotBadge>
          ) : (
            <Text size="sm">{scope.label}</Text>
          )
        }
      >
        <Stack gap="sm">
          {told !== null && (
            <Alert color={budget.stoppedAt === null ? 'orange' : 'red'} variant="light" p="xs">
              {told}
            </Alert>
          )}
          <BudgetMeter budget={budget} />
          <Text size="sm" c="dimmed">
            {resetsAt
              ? `Since ${formatMoment(startsAt, timeZone)}; starts again on ${formatMoment(resetsAt, timeZone)} (${timeZone})`
              : 'Counts everything ever spent; it does not start again'}
          </Text>
          {children}
        </Stack>
      </Card>
    </div>
  )
}
