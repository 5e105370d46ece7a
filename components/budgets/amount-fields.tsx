'use client'

import { Switch, TextInput } from '@mantine/core'

interface AmountFieldsProps {
  readonly unitLabel: string
  readonly amount?: string
  readonly tellsAt?: string
  readonly stops?: boolean
  readonly errors: Readonly<Record<string, string>>
}

/** Amount, percents at which it warns, and whether it stops: what can be changed later. */
export function AmountFields({
  unitLabel,
  amount = '',
  tellsAt = '80',
  stops = true,
  errors,
}: AmountFieldsProps) {
  return (
    <>
      <TextInput
        label={`Amount, in ${unitLabel}`}
        name="amount"
        inputMode="decimal"
        defaultValue={amount}
        required
        error={errors.amount}
      />
      <TextInput
        label="Warns at (percent)"
        description="Percents of the amount that send an alert, such as 50, 80. They stop nothing."
        name="tellsAt"
        defaultValue={tellsAt}
        error={errors.tellsAt}
      />
      <Switch
        name="stops"
        defaultChecked={stops}
        label="Stops at the amount"
        description="No call begins that could pass it: the largest page that may come is held before each call."
      />
    </>
  )
}

/** The values of the fields, as the actions take them. */
export const readAmountFields = (form: FormData) => ({
  amount: String(form.get('amount') ?? ''),
  stops: form.get('stops') !== null,
  tellsAt: String(form.get('tellsAt') ?? '')
    .split(/[\s,;%]+/)
    .filter((text) => text !== '')
    .map(Number),
})
