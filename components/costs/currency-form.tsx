'use client'

import { TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { fieldOf } from './field-of'

interface CurrencyFormProps {
  readonly team: string
  readonly currency: string
  readonly set: Action<{ team: string; currency: string }>
}

export function CurrencyForm({ team, currency, set }: CurrencyFormProps) {
  return (
    <SaveForm
      submitLabel="Save currency"
      message="The currency was saved."
      save={(form) => set({ team, currency: fieldOf(form, 'currency') })}
      isRow
    >
      {(fields) => (
        <TextInput
          label="Currency"
          description="Its code, such as EUR or USD."
          name="currency"
          maxLength={3}
          defaultValue={currency}
          required
          error={fields.currency}
        />
      )}
    </SaveForm>
  )
}
