'use client'

import { Switch, TextInput } from '@mantine/core'
import { type Action, formFieldText, SaveForm } from '@/components/forms'

interface MoneyFormProps {
  readonly team: string
  /** Empty until it is entered. */
  readonly currency: string
  readonly showsMoney: boolean
  readonly set: Action<{ team: string; currency: string; showsMoney: boolean }>
}

/** Chooses the currency in which credits are paid, and whether every page shows money beside credits. */
export function MoneyForm({ team, currency, showsMoney, set }: MoneyFormProps) {
  return (
    <SaveForm
      submitLabel="Save"
      submitName="Save money"
      message="The settings were saved."
      save={(form) =>
        set({ team, currency: formFieldText(form, 'currency'), showsMoney: form.get('showsMoney') !== null })
      }
    >
      {(fields) => (
        <>
          <TextInput
            label="Currency"
            description="A code such as EUR or USD."
            name="currency"
            maxLength={3}
            maw={240}
            defaultValue={currency}
            required
            error={fields.currency}
          />
          <Switch
            label="Show money beside credits"
            description="For everyone, wherever the cost of the credits is known from top-ups."
            name="showsMoney"
            defaultChecked={showsMoney}
          />
        </>
      )}
    </SaveForm>
  )
}
