import { Alert, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, DataTable, DotBadge } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { BudgetView, RaiseView, Unit } from '@/lib/money/budgets'
import classes from './budgets.module.css'
import { describeBudget, exactAmount, percentOf, percentText, toldText, toneOf } from './labels'

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
              ? `Since ${formatMoment(startsAt, timeZone)}; resets on ${formatMoment(resetsAt, timeZone)} (${timeZone})`
              : 'Counts everything ever spent; it does not start again'}
          </Text>
          {children}
        </Stack>
      </Card>
    </div>
  )
}

/** Minimum width, so that even a small part is visible. */
const MIN = { minWidth: 3 } as const

/**
 * Shows how much of a budget is spent and held, and where it warns; also in words, because not everybody can tell the
 * colours apart.
 */
export function BudgetMeter({ budget }: { readonly budget: BudgetView }) {
  const { settled, reserved, left, effectiveAmount, unit, tellsAt } = budget
  const [spent, held] = [percentOf(settled, effectiveAmount), percentOf(reserved, effectiveAmount)]
  const figures = [
    { label: 'Spent', amount: settled, note: percentText(settled, effectiveAmount) },
    ...(reserved > 0n
      ? [{ label: 'Reserved for calls', amount: reserved, note: percentText(reserved, effectiveAmount) }]
      : []),
    { label: 'Left', amount: left, note: null },
  ]
  return (
    <Stack gap={6}>
      <div className={classes.meter} aria-hidden>
        <div
          data-tone={toneOf(budget)}
          style={{ width: `${Math.min(spent, 100)}%`, ...(settled > 0n && MIN) }}
        />
        <div data-tone="held" style={{ width: `${Math.min(held, Math.max(0, 100 - spent))}%` }} />
        {tellsAt
          .filter((percent) => percent < 100)
          .map((percent) => (
            <i key={percent} style={{ insetInlineStart: `${percent}%` }} />
          ))}
      </div>
      <Group gap="4px 24px">
        {figures.map(({ label, amount, note }) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text size="sm" fw={600}>
              {exactAmount(amount, unit)}
              {note && (
                <Text span size="xs" c="dimmed">
                  {' '}
                  {note}
                </Text>
              )}
            </Text>
          </div>
        ))}
      </Group>
    </Stack>
  )
}

const STATES: Readonly<Record<RaiseView['state'], string>> = {
  asked: 'Waits for an admin',
  granted: 'Granted',
  refused: 'Refused',
}

interface RaiseListProps {
  readonly budgetName: string
  readonly raises: readonly RaiseView[]
  readonly unit: Unit
  readonly timeZone: string
}

/** Lists raises of a budget with their results, newest first. */
export function RaiseList({ budgetName, raises, unit, timeZone }: RaiseListProps) {
  return (
    <DataTable
      caption={`Raises of ${budgetName}, times in ${timeZone}`}
      minWidth={520}
      rows={raises}
      keyOf={({ id }) => id}
      columns={[
        { key: 'asked', label: 'Asked', render: ({ askedAt }) => formatMoment(askedAt, timeZone) },
        { key: 'by', label: 'By', render: ({ askedByName }) => askedByName },
        {
          key: 'amount',
          label: 'More',
          isNumeric: true,
          render: ({ amount }) => exactAmount(amount, unit),
        },
        { key: 'reason', label: 'For', render: ({ reason }) => reason },
        { key: 'state', label: 'Answer', render: (raise) => describeAnswer(raise, timeZone) },
      ]}
    />
  )
}

function describeAnswer({ state, decidedByName, endsAt }: RaiseView, timeZone: string): string {
  const by = decidedByName ? ` by ${decidedByName}` : ''
  const until = endsAt ? `, until ${formatMoment(endsAt, timeZone)}` : ''
  return `${STATES[state]}${by}${until}`
}
