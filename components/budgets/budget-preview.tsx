'use client'

import { Button, Stack, Text } from '@mantine/core'
import { type MouseEvent, useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'
import { formatDay, formatMoment, formatPlural } from '@/lib/kernel'
import type { Backtest, BudgetUnit, BudgetView, Scope } from '@/lib/money/budgets'
import type { BudgetEffect as Effect } from '@/lib/money/forecast'
import { readAmountFields } from './amount-fields'

export type BudgetEffectAction = Action<
  {
    team: string
    budgetId: string
    scope: Scope
    scopeId: string
    unit: BudgetUnit
    period: BudgetView['period']
    amount: string
    stops: boolean
  },
  Effect[]
>

interface BudgetEffectProps {
  readonly team: string
  readonly timeZone: string
  /** Budget to change; empty for a new one. */
  readonly budgetId: string
  readonly kind: Pick<BudgetView, 'scope' | 'scopeId' | 'unit' | 'period'>
  readonly ask: BudgetEffectAction
}

/** Shows, before it is saved, how the budget in the form would change the wallets' run-out. */
export function BudgetEffect({ team, timeZone, budgetId, kind, ask }: BudgetEffectProps) {
  const { call, isPending, refusal } = useAction(ask)
  const [effects, setEffects] = useState<readonly Effect[] | null>(null)
  const show = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form) return
    const { amount, stops } = readAmountFields(new FormData(form))
    const { scope, scopeId, unit, period } = kind
    const { data } = await call({ team, budgetId, scope, scopeId, unit, period, amount, stops })
    setEffects(data ?? null)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" loading={isPending} onClick={show}>
        Preview effect on forecast
      </Button>
      <Text size="sm" component="div" role="status">
        {effects?.length === 0 &&
          'It changes no forecast: only budgets of an amount that stop, for the team or a wallet, do.'}
        {effects?.map(({ walletId, walletName, before, after }) => (
          <div key={walletId}>
            {walletName}: {changeOf(describe(before, timeZone), describe(after, timeZone))}
          </div>
        ))}
      </Text>
    </Stack>
  )
}

const changeOf = (before: string, after: string): string =>
  before === after ? `no change: empty ${after}` : `empty ${after}, instead of ${before}`

function describe({ runOut: { p10, p50, p90 } }: Effect['after'], timeZone: string): string {
  const day = (at: Date | null) => (at === null ? 'in more than 120 days' : formatDay(at, timeZone))
  return p10 === null ? day(p10) : `about ${day(p50)} (${day(p10)} to ${day(p90)})`
}

export type BudgetBacktestAction = Action<
  {
    team: string
    scope: Scope
    scopeId: string
    unit: BudgetUnit
    period: BudgetView['period']
    amount: string
    stops: boolean
  },
  Backtest
>

interface BudgetBacktestProps {
  readonly team: string
  readonly timeZone: string
  readonly kind: Pick<BudgetView, 'scope' | 'scopeId' | 'unit' | 'period'>
  readonly ask: BudgetBacktestAction
}

const MAX_SHOWN = 5

/** Shows, before it is saved, when the budget in the form would have stopped in the last weeks. */
export function BudgetBacktest({ team, timeZone, kind, ask }: BudgetBacktestProps) {
  const { call, isPending, refusal } = useAction(ask)
  const [found, setFound] = useState<Backtest | null>(null)
  const show = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (!form) return
    const { scope, scopeId, unit, period } = kind
    const { amount } = readAmountFields(new FormData(form))
    const { data } = await call({ team, scope, scopeId, unit, period, amount, stops: true })
    setFound(data ?? null)
  }
  return (
    <Stack gap="xs" align="flex-start">
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" loading={isPending} onClick={show}>
        Test against past spend
      </Button>
      <Text size="sm" component="div" role="status">
        {found && <div>{summaryOf(found)}</div>}
        {found?.stops.slice(0, MAX_SHOWN).map(({ at, pagesShort }) => (
          <div key={at.getTime()}>
            {formatMoment(at, timeZone)}: {formatPlural(pagesShort, 'page')} short
          </div>
        ))}
      </Text>
    </Stack>
  )
}

function summaryOf({ days, stops }: Backtest): string {
  const span = `In the last ${formatPlural(days, 'day')}`
  if (stops.length === 0) return `${span} it would not have stopped.`
  const pages = stops.reduce((sum, { pagesShort }) => sum + pagesShort, 0)
  return `${span} it would have stopped ${formatPlural(stops.length, 'time')} and refused about ${formatPlural(pages, 'page')}.`
}
