'use client'

import { Switch, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { type Action, formFieldText, SaveForm } from '@/components/forms'
import { MONEY_COOKIE } from '@/lib/kernel'

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
      save={(form) => set({ team, currency: formFieldText(form, 'currency') })}
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

const YEAR_S = 31_536_000
const isChosen = (): boolean => document.cookie.includes(`${MONEY_COOKIE}=1`)

/** Chooses whether this browser shows amounts in money beside credits, where a wallet is shown. */
export function MoneyChoice() {
  const router = useRouter()
  const [isOn, setOn] = useState(false)
  useEffect(() => setOn(isChosen()), [])
  const choose = (on: boolean) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the server reads it, and browsers offer the Cookie Store API over https alone.
    document.cookie = `${MONEY_COOKIE}=${on ? 1 : 0}; path=/; max-age=${YEAR_S}; samesite=lax`
    setOn(on)
    router.refresh()
  }
  return (
    <Switch
      label="Show amounts in money beside credits on a wallet’s page"
      checked={isOn}
      onChange={({ currentTarget }) => choose(currentTarget.checked)}
    />
  )
}
