'use client'

import { SimpleGrid, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'
import { unitTitle } from '@/lib/kernel'
import type { BudgetUnit, BudgetView, Scope } from '@/lib/money/budgets'
import { AmountFields, readAmountFields } from './amount-fields'
import {
  BudgetBacktest,
  type BudgetBacktestAction,
  BudgetEffect,
  type BudgetEffectAction,
} from './budget-preview'
import { PERIOD_LABELS, SCOPE_LABELS, toOptions } from './labels'

/** A scope that a budget can have. */
export interface ScopeChoice {
  readonly scope: Scope
  readonly id: string
  readonly label: string
}

export interface NewBudget {
  readonly team: string
  readonly name: string
  readonly scope: Scope
  readonly scopeId: string
  readonly unit: BudgetUnit
  readonly period: BudgetView['period']
  readonly amount: string
  readonly stops: boolean
  readonly tellsAt: number[]
}

interface CreateBudgetProps {
  readonly team: string
  readonly choices: readonly ScopeChoice[]
  /** Scope that the URL asks a budget for. */
  readonly first?: ScopeChoice | undefined
  readonly create: Action<NewBudget>
  readonly effect: BudgetEffectAction
  readonly backtest: BudgetBacktestAction
}

const units = (): { value: BudgetUnit; label: string }[] => [
  { value: 'credits', label: unitTitle() },
  { value: 'items', label: 'Items' },
]
const SCOPE_OPTIONS = toOptions(SCOPE_LABELS)
const PERIOD_OPTIONS = toOptions({ ...PERIOD_LABELS, total: 'in total, forever' })

/** Creates a budget. Spend of its current period counts from the start. */
export function CreateBudget({ team, choices, first, create, effect, backtest }: CreateBudgetProps) {
  const [scope, setScope] = useState<Scope>(first?.scope ?? 'team')
  const [scopeId, setScopeId] = useState(first?.id ?? '')
  const [unit, setUnit] = useState<BudgetUnit>('credits')
  const [period, setPeriod] = useState<BudgetView['period']>('month')
  const things = choices.filter((choice) => choice.scope === scope)
  const save = (form: FormData) =>
    create({
      team,
      name: String(form.get('name') ?? ''),
      scope,
      scopeId,
      unit,
      period,
      ...readAmountFields(form),
    })
  return (
    <SaveForm submitLabel="Create budget" message="The budget applies from now on." save={save} resets>
      {(errors) => (
        <>
          <TextInput label="Budget name" name="name" required error={errors.name} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <ChoiceField
              label="For"
              data={SCOPE_OPTIONS}
              value={scope}
              onChange={(value) => {
                setScope(SCOPE_OPTIONS.find((option) => option.value === value)?.value ?? 'team')
                setScopeId('')
              }}
            />
            {scope !== 'team' && (
              <ChoiceField
                label="Which one"
                name="scopeId"
                data={things.map(({ id, label }) => ({ value: id, label }))}
                value={scopeId}
                onChange={(value) => setScopeId(value ?? '')}
                placeholder="Choose"
                searchable
                nothingFoundMessage="There is none"
                error={errors.scopeId}
              />
            )}
            <ChoiceField
              label="Unit"
              data={units()}
              value={unit}
              onChange={(value) => setUnit(value === 'credits' ? 'credits' : 'items')}
            />
            <ChoiceField
              label="Per"
              data={PERIOD_OPTIONS}
              value={period}
              onChange={(value) =>
                setPeriod(PERIOD_OPTIONS.find((option) => option.value === value)?.value ?? 'month')
              }
            />
          </SimpleGrid>
          <AmountFields unit={unit} errors={errors} />
          <BudgetBacktest team={team} kind={{ scope, scopeId, unit, period }} ask={backtest} />
          <BudgetEffect team={team} budgetId="" kind={{ scope, scopeId, unit, period }} ask={effect} />
        </>
      )}
    </SaveForm>
  )
}
