'use client'

import { Button, Stack, Text } from '@mantine/core'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'
import { formatDay, formatMoment, formatPlural } from '@/lib/kernel'
import type { Backtest, BudgetUnit, BudgetView, Scope } from '@/lib/money/budgets'
import type { BudgetEffect as Effect } from '@/lib/money/forecast'
import { readAmountFields } from './amount-fields'

interface Asked {
  team: string
  scope: Scope
  scopeId: string
  unit: BudgetUnit
  period: BudgetView['period']
  amount: string
  stops: boolean
}

interface PreviewProps<Found> {
  readonly team: string
  readonly kind: Pick<BudgetView, 'scope' | 'scopeId' | 'unit' | 'period'>
  readonly label: string
  readonly ask: Action<Asked, Found>
  children(found: Found): ReactNode
}

/** Asks about the budget in the form before it is saved, and shows the answer. */
function Preview<Found>({ team, kind, label, ask, children }: PreviewProps<Found>) {
  const { call, isPending, refusal } = useAction(ask)
  const [found, setFound] = useState<Found>()
  const show = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form) return
    const { amount, stops } = readAmountFields(new FormData(form))
    const { scope, scopeId, unit, period } = kind
    setFound((await call({ team, scope, scopeId, unit, period, amount, stops })).data)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" loading={isPending} onClick={show}>
        {label}
      </Button>
      <Text size="sm" component="div" role="status">
        {found !== undefined && children(found)}
      </Text>
    </Stack>
  )
}

export type BudgetEffectAction = Action<Asked & { budgetId: string }, Effect[]>

interface BudgetEffectProps extends Pick<PreviewProps<Effect[]>, 'team' | 'kind'> {
  /** Budget to change; empty for a new one. */
  readonly budgetId: string
  readonly ask: BudgetEffectAction
}

/** Shows how the budget in the form would change the wallets' run-out. */
export const BudgetEffect = ({ budgetId, ask, ...about }: BudgetEffectProps) => (
  <Preview {...about} label="Preview effect on forecast" ask={(asked) => ask({ ...asked, budgetId })}>
    {(effects) =>
      effects.length === 0
        ? 'This does not change a forecast. Only budgets in credits that block calls, for the team or a wallet, do.'
        : effects.map(({ walletId, walletName, before, after }) => (
            <div key={walletId}>
              {walletName}: {changeOf(describe(before), describe(after))}
            </div>
          ))
    }
  </Preview>
)

const changeOf = (before: string, after: string): string =>
  before === after ? `no change: runs out ${after}` : `runs out ${after} instead of ${before}`

function describe({ runOut: { p10, p50, p90 } }: Effect['after']): string {
  const day = (at: Date | null) => (at === null ? 'in more than 120 days' : formatDay(at))
  return p10 === null ? day(p10) : `around ${day(p50)} (${day(p10)} to ${day(p90)})`
}

export type BudgetBacktestAction = Action<Asked, Backtest>

interface BudgetBacktestProps extends Pick<PreviewProps<Backtest>, 'team' | 'kind'> {
  readonly ask: BudgetBacktestAction
}

const MAX_SHOWN = 5

/** Shows when the budget in the form would have stopped in the last weeks. */
export const BudgetBacktest = ({ ask, ...about }: BudgetBacktestProps) => (
  <Preview {...about} label="Test against past spend" ask={(asked) => ask({ ...asked, stops: true })}>
    {(found) => (
      <>
        <div>{summaryOf(found)}</div>
        {found.stops.slice(0, MAX_SHOWN).map(({ at, pagesShort }) => (
          <div key={at.getTime()}>
            {formatMoment(at)}: {formatPlural(pagesShort, 'page')} short
          </div>
        ))}
      </>
    )}
  </Preview>
)

function summaryOf({ days, stops }: Backtest): string {
  const span = `In the last ${formatPlural(days, 'day')}`
  if (stops.length === 0) return `${span} it would not have blocked any calls.`
  const pages = stops.reduce((sum, { pagesShort }) => sum + pagesShort, 0)
  return `${span} it would have reached its limit ${formatPlural(stops.length, 'time')} and blocked about ${formatPlural(pages, 'page')}.`
}
