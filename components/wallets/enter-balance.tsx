'use client'

import { Text, TextInput } from '@mantine/core'
import { type Action, SaveForm } from '@/components/forms'
import { FormDrawer } from '@/components/ui'

interface EnterBalanceProps {
  readonly team: string
  readonly walletId: string
  /** Service that reports no balance. */
  readonly service: string
  readonly unit: string
  readonly enter: Action<{ team: string; walletId: string; balance: string }>
}

/** Renders a button, and the form that it opens: the balance of a wallet whose service reports none. */
export function EnterBalance({ team, walletId, service, unit, enter }: EnterBalanceProps) {
  const save = (form: FormData) => enter({ team, walletId, balance: String(form.get('balance') ?? '') })
  return (
    <FormDrawer label="Enter balance" title="Enter the balance" variant="default" size="xs">
      <SaveForm submitLabel="Enter balance" message="The balance was entered." save={save}>
        {(fields) => (
          <>
            <Text size="sm">
              Purser has no balance from {service}. Look it up there and enter it; what your team buys from
              then on is subtracted.
            </Text>
            <TextInput
              label={`Balance (${unit})`}
              name="balance"
              inputMode="decimal"
              autoComplete="off"
              required
              error={fields.balance}
            />
          </>
        )}
      </SaveForm>
    </FormDrawer>
  )
}
