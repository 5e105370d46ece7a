'use client'

import { Switch, TextInput } from '@mantine/core'
import { AmountInput, describeTypedCredits, describeTypedItems } from '@/components/forms'
import { currentUnit } from '@/lib/kernel'
import type { BudgetUnit } from '@/lib/money/budgets'

interface AmountFieldsProps {
  readonly unit: BudgetUnit
  readonly amount?: string
  readonly tellsAt?: string
  readonly stops?: boolean
  readonly errors: Readonly<Record<string, string>>
}

/** Renders the fields that can be changed later: amount, percentages at which it warns, and whether it stops. */
export function AmountFields({ unit, amount = '', tellsAt = '80', stops = true, errors }: AmountFieldsProps) {
  return (
    <>
      <BudgetAmount
        label={`Amount, in ${unit === 'credits' ? currentUnit() : unit}`}
        unit={unit}
        defaultValue={amount}
        required
        error={errors.amount}
      />
      <TextInput
        label="Warns at (percent)"
        description="Sends an alert at these percentages, such as 50, 80. Alerts don’t block calls."
        name="tellsAt"
        defaultValue={tellsAt}
        error={errors.tellsAt}
      />
      <Switch
        name="stops"
        defaultChecked={stops}
        label="Block calls at the limit"
        description="Blocks any call that could exceed the budget. The largest possible page is reserved first."
      />
    </>
  )
}

interface BudgetAmountProps {
  readonly label: string
  readonly unit: BudgetUnit
  readonly defaultValue?: string
  readonly required?: boolean
  readonly error?: string | undefined
}

/** Renders a budget's amount, with how it is understood. */
export const BudgetAmount = ({ unit, error, ...field }: BudgetAmountProps) => (
  <AmountInput
    {...field}
    name="amount"
    reads={unit === 'items' ? describeTypedItems : describeTypedCredits}
    example={unit === 'items' ? 'Such as 2000.' : 'Such as 150 or 0.5.'}
    error={error}
  />
)

/** Returns the values of the fields in the form that the actions take. */
export const readAmountFields = (form: FormData) => ({
  amount: String(form.get('amount') ?? ''),
  stops: form.get('stops') !== null,
  tellsAt: String(form.get('tellsAt') ?? '')
    .split(/[\s,;%]+/)
    .filter((text) => text !== '')
    .map(Number),
})
