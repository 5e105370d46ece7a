import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type BulkAction, type ManyAction, Selection } from '@/components/lists'
import { DataTable, Dimmed, EnvironmentBadge, figureColumn, type Sorting, StateBadge } from '@/components/ui'
import {
  currentTimeZone,
  formatCount,
  formatCredits,
  formatMoment,
  formatShortMoment,
  inMoney,
} from '@/lib/kernel'
import type { BudgetUnit, BudgetView, RaiseView } from '@/lib/money/budgets'
import classes from './budgets.module.css'
import {
  budgetPercent,
  describeAmount,
  describeBudgetState,
  describeBudgetWarning,
  describeEffect,
  exactAmount,
  formatBudgetPercent,
  isOverspent,
  meterTone,
  STATE_TONES,
  stateOf,
} from './labels'

/** The scope of a budget, as shown. */
export interface ScopeName {
  readonly label: string
  /** Colour of an environment; null for other scopes. */
  readonly color: string | null
}

/** A budget with its scope and what can be done to it. */
export interface BudgetRow {
  readonly budget: BudgetView
  readonly scope: ScopeName
  readonly actions: ReactNode
}

interface BudgetTableProps {
  readonly team: string
  readonly rows: readonly BudgetRow[]
  readonly sorting: Sorting
  /** Deletes the selected ones; null for people who may not. */
  readonly change: ManyAction['act'] | null
}

const ACTIONS: readonly BulkAction[] = [
  {
    change: 'delete',
    label: 'Delete',
    done: 'Deleted',
    asks: {
      title: 'Delete the selected budgets?',
      text: 'They stop blocking and alerting. Past spend is kept.',
      confirmLabel: 'Delete budgets',
    },
  },
]

/** Lists budgets: what each allows, what its current period holds, and when that resets. */
export function BudgetTable({ team, rows, sorting, change }: BudgetTableProps) {
  return (
    <Selection team={team} of={['budget', 'budgets']} actions={ACTIONS} act={change}>
      <DataTable<BudgetRow>
        caption={`Budgets, times in ${currentTimeZone()}`}
        minWidth={960}
        rows={rows}
        sorting={sorting}
        picks={change ? ({ budget }) => budget.name : undefined}
        keyOf={({ budget }) => budget.id}
        columns={[
          {
            key: 'name',
            label: 'Budget',
            share: 20,
            render: ({ budget }) => (
              <>
                <Text span id={budget.id} className={classes.budget ?? ''} size="sm" fw={500}>
                  {budget.name}
                </Text>
                <Dimmed size="xs">{describeAmount(budget)}</Dimmed>
              </>
            ),
          },
          {
            key: 'scope',
            label: 'For',
            share: 22,
            onCard: 'line',
            render: ({ scope, budget }) => (
              <>
                <span>{scopeOf(scope)}</span>
                <Dimmed size="xs">{describeEffect(budget)}</Dimmed>
              </>
            ),
          },
          {
            key: 'state',
            label: 'State',
            share: 14,
            onCard: 'state',
            render: ({ budget }) => badgeOf(budget),
          },
          {
            key: 'used',
            label: 'Spent',
            share: 22,
            onCard: 'wide',
            render: ({ budget }) => <BudgetMeter budget={budget} />,
          },
          {
            key: 'resets',
            label: 'Resets',
            share: 12,
            render: ({ budget: { resetsAt, startsAt } }) => (
              <span
                style={{ whiteSpace: 'nowrap' }}
                title={`Counts since ${formatMoment(startsAt)} (${currentTimeZone()})`}
              >
                {resetsAt ? formatShortMoment(resetsAt) : 'never'}
              </span>
            ),
          },
          { label: 'Actions', isActions: true, share: 10, render: ({ actions }) => actions },
        ]}
      />
    </Selection>
  )
}

const scopeOf = ({ color, label }: ScopeName) =>
  color ? <EnvironmentBadge color={color}>{label}</EnvironmentBadge> : label

function badgeOf(budget: BudgetView) {
  const told = describeBudgetWarning(budget)
  return (
    <StateBadge tone={STATE_TONES[stateOf(budget)]} {...(told !== null && { title: told })}>
      {describeBudgetState(budget)}
    </StateBadge>
  )
}

const inUnit = (amount: bigint, unit: BudgetUnit): string =>
  unit === 'items' ? formatCount(Number(amount)) : formatCredits(amount)

/** Says how much of a budget is used: "1,250 of 2,000 items, 62%". */
const describeUse = ({ settled, effectiveAmount, unit }: BudgetView): string =>
  `${inUnit(settled, unit)} of ${exactAmount(effectiveAmount, unit)}, ${formatBudgetPercent(settled, effectiveAmount)}`

/** Says that in money, and what is left and reserved: "€3.34 of €5.34 · 650 left · 100 reserved". */
function describeRest(budget: BudgetView): string {
  const { settled, effectiveAmount, unit, scope, scopeId, left, reserved } = budget
  const walletId = scope === 'wallet' ? scopeId : null
  const [spent, all] = [settled, effectiveAmount].map((amount) => inMoney(amount, walletId))
  return [
    unit === 'credits' && spent && all ? `${spent} of ${all.replace(/^about /, '')}` : '',
    left > 0n ? `${inUnit(left, unit)} left` : '',
    reserved > 0n ? `${inUnit(reserved, unit)} reserved` : '',
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/**
 * Draws how much of a budget is spent and reserved, and where it warns; a small part is visible, too. The bar of an
 * overspent budget is all that is spent, with a gap where the budget ends.
 */
function MeterBar({ budget }: { readonly budget: BudgetView }) {
  const { settled, reserved, effectiveAmount, tellsAt } = budget
  const [spent, held] = [budgetPercent(settled, effectiveAmount), budgetPercent(reserved, effectiveAmount)]
  if (isOverspent(budget))
    return (
      <div className={classes.meter} aria-hidden>
        <div data-tone="bad" style={{ width: '100%' }} />
        {spent > 0 && <i data-end style={{ insetInlineStart: `${10_000 / spent}%` }} />}
      </div>
    )
  return (
    <div className={classes.meter} aria-hidden>
      <div
        data-tone={meterTone(budget)}
        style={{ width: `${Math.min(spent, 100)}%`, ...(settled > 0n && { minWidth: 3 }) }}
      />
      <div data-tone="held" style={{ width: `${Math.min(held, Math.max(0, 100 - spent))}%` }} />
      {tellsAt
        .filter((percent) => percent < 100)
        .map((percent) => (
          <i key={percent} style={{ insetInlineStart: `${percent}%` }} />
        ))}
    </div>
  )
}

/** Shows a budget's bar with its figures, because not everybody can tell the colours apart. */
export const BudgetMeter = ({ budget }: { readonly budget: BudgetView }) => (
  <Stack gap={4} miw={180} w="100%">
    <MeterBar budget={budget} />
    <Dimmed size="xs">{describeUse(budget)}</Dimmed>
    <Dimmed size="xs">{describeRest(budget)}</Dimmed>
  </Stack>
)

const STATES: Readonly<Record<RaiseView['state'], string>> = {
  asked: 'Waiting for an admin',
  granted: 'Granted',
  refused: 'Refused',
}

interface RaiseListProps {
  readonly raises: readonly (RaiseView & { readonly budgetName: string; readonly unit: BudgetUnit })[]
}

/** Lists requests for more with their answers, newest first. */
export function RaiseList({ raises }: RaiseListProps) {
  return (
    <DataTable<RaiseListProps['raises'][number]>
      caption={`Requests for more, times in ${currentTimeZone()}`}
      minWidth={640}
      rows={[...raises].sort((a, b) => b.askedAt.getTime() - a.askedAt.getTime())}
      keyOf={({ id }) => id}
      columns={[
        { key: 'budget', label: 'Budget', render: ({ budgetName }) => budgetName },
        { key: 'asked', label: 'Asked', render: ({ askedAt }) => formatMoment(askedAt) },
        { key: 'by', label: 'By', render: ({ askedByName }) => askedByName },
        figureColumn('amount', 'More', ({ amount, unit }) => exactAmount(amount, unit)),
        { key: 'reason', label: 'Reason', render: ({ reason }) => reason },
        { key: 'state', label: 'Answer', render: (raise) => describeAnswer(raise) },
      ]}
    />
  )
}

function describeAnswer({ state, decidedByName, endsAt }: RaiseView): string {
  const by = decidedByName ? ` by ${decidedByName}` : ''
  const until = endsAt ? `, until ${formatMoment(endsAt)}` : ''
  return `${STATES[state]}${by}${until}`
}
