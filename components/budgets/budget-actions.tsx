'use client'

import { Group, Textarea, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Action, SaveForm, useAction } from '@/components/forms'
import { FormDrawer, RowMenu } from '@/components/ui'
import type { BudgetUnit, BudgetView } from '@/lib/money/budgets'
import { AmountFields, BudgetAmount, readAmountFields } from './amount-fields'
import { BudgetEffect, type BudgetEffectAction } from './budget-preview'

type Shown = Pick<BudgetView, 'id' | 'name' | 'unit' | 'stops' | 'scope' | 'scopeId' | 'period'> & {
  /** As typed. */
  readonly amount: string
  readonly tellsAt: string
}

interface ChangeBudgetProps {
  readonly team: string
  readonly budget: Shown
  readonly change: Action<{
    team: string
    budgetId: string
    name: string
    amount: string
    stops: boolean
    tellsAt: number[]
  }>
  readonly remove: Action<{ team: string; budgetId: string }>
  readonly effect: BudgetEffectAction
}

/** Offers an admin's actions on a budget. */
export function ChangeBudget({ team, budget, change, remove, effect }: ChangeBudgetProps) {
  const { call } = useAction(remove, 'The budget was deleted.')
  const save = (form: FormData) =>
    change({ team, budgetId: budget.id, name: String(form.get('name') ?? ''), ...readAmountFields(form) })
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      <BudgetDrawer label="Change" name={`Change ${budget.name}`}>
        <SaveForm submitLabel="Save budget" message="The budget was saved." save={save}>
          {(errors) => (
            <>
              <TextInput
                label="Budget name"
                name="name"
                defaultValue={budget.name}
                required
                error={errors.name}
              />
              <AmountFields
                unit={budget.unit}
                amount={budget.amount}
                tellsAt={budget.tellsAt}
                stops={budget.stops}
                errors={errors}
              />
              <BudgetEffect team={team} budgetId={budget.id} kind={budget} ask={effect} />
            </>
          )}
        </SaveForm>
      </BudgetDrawer>
      <RowMenu
        name={budget.name}
        actions={[
          {
            label: 'Delete',
            isDanger: true,
            asks: {
              title: `Delete ${budget.name}?`,
              text: 'This budget will stop blocking and alerting. Past spend is kept.',
              confirmLabel: 'Delete budget',
            },
            act: () => call({ team, budgetId: budget.id }),
          },
        ]}
      />
    </Group>
  )
}

interface AskForMoreProps {
  readonly team: string
  readonly budget: { readonly id: string; readonly name: string; readonly unit: BudgetUnit }
  readonly ask: Action<{ team: string; budgetId: string; amount: string; reason: string }>
}

/** Asks for more, on behalf of a member who needs more than a budget allows. */
export function AskForRaise({ team, budget, ask }: AskForMoreProps) {
  const save = (form: FormData) =>
    ask({
      team,
      budgetId: budget.id,
      amount: String(form.get('amount') ?? ''),
      reason: String(form.get('reason') ?? ''),
    })
  return (
    <BudgetDrawer label="Ask for more" name={`Ask for more than ${budget.name}`}>
      <SaveForm
        submitLabel="Ask an admin"
        message="The admins of your team see what you ask for."
        save={save}
        resets
      >
        {(errors) => (
          <>
            <BudgetAmount
              label={`How much more, in ${budget.unit}`}
              unit={budget.unit}
              required
              error={errors.amount}
            />
            <Textarea label="Reason" name="reason" autosize minRows={2} required error={errors.reason} />
          </>
        )}
      </SaveForm>
    </BudgetDrawer>
  )
}

interface BudgetDrawerProps {
  readonly label: string
  /** The label with the budget's name, since a page has many. */
  readonly name: string
  readonly children: ReactNode
}

const BudgetDrawer = ({ label, name, children }: BudgetDrawerProps) => (
  <div>
    <FormDrawer label={label} title={name} aria-label={name} variant="default" size="xs">
      {children}
    </FormDrawer>
  </div>
)
