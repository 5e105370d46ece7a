'use client'

import { Stack, TextInput } from '@mantine/core'
import { type Action, AmountInput, readsCredits, readsMoney, SaveForm } from '@/components/forms'
import { ChoiceField, FormDrawer } from '@/components/ui'
import { fieldOf } from './field-of'

interface AddTopUpProps {
  readonly team: string
  readonly currency: string
  readonly today: string
  readonly wallets: readonly { readonly id: string; readonly name: string }[]
  readonly add: Action<{ team: string; walletId: string; day: string; credits: string; cost: string }>
}

/** Renders a button, and the form that it opens. */
export function AddTopUp({ team, today, wallets, currency, add }: AddTopUpProps) {
  return (
    <FormDrawer label="Add top-up" title="Add a top-up" size="xs">
      <SaveForm
        submitLabel="Add top-up"
        message="The top-up was added."
        save={(form) =>
          add({
            team,
            walletId: fieldOf(form, 'walletId'),
            day: fieldOf(form, 'day'),
            credits: fieldOf(form, 'credits'),
            cost: fieldOf(form, 'cost'),
          })
        }
      >
        {(fields) => (
          <Stack gap="sm">
            <ChoiceField
              label="Wallet"
              name="walletId"
              data={wallets.map(({ id, name }) => ({ value: id, label: name }))}
              defaultValue={wallets[0]?.id ?? ''}
              allowDeselect={false}
              error={fields.walletId}
            />
            <TextInput
              label="Day"
              name="day"
              type="date"
              max={today}
              defaultValue={today}
              error={fields.day}
            />
            <AmountInput
              label="Credits"
              name="credits"
              reads={readsCredits}
              example="Such as 10000."
              required
              error={fields.credits}
            />
            <AmountInput
              label={`Cost (${currency})`}
              name="cost"
              reads={readsMoney(currency)}
              example="Such as 49.90."
              required
              error={fields.cost}
            />
          </Stack>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
