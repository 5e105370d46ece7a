'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import {
  currentUnit,
  formatMoney,
  inUnit,
  NANO_PER_CREDIT,
  parseMoney,
  parseTyped,
  plural,
  withoutGroups,
} from '@/lib/kernel'

/** Describes how a text would be read; null if it is not an amount. */
type Reads = (text: string) => string | null

interface AmountInputProps extends TextInputProps {
  readonly reads: Reads
  /** Hint below the field while nothing is understood. */
  readonly example: string
}

/** Renders a typed amount, with how it is read below, because "1.000" is a thousand to some people. */
export function AmountInput({ reads, example, defaultValue, ...field }: AmountInputProps) {
  const [typed, setTyped] = useState(String(defaultValue ?? ''))
  const meant = reads(typed)
  return (
    <TextInput
      {...field}
      defaultValue={defaultValue}
      inputMode="decimal"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={meant === null ? example : `That is ${meant}.`}
      onChange={({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => setTyped(value)}
    />
  )
}

export const readsCredits: Reads = (text) => {
  const amount = parseTyped(withoutGroups(text))
  if (amount === null || amount <= 0n) return null
  const unit = currentUnit()
  return unit === 'credits' && amount === NANO_PER_CREDIT ? '1 credit' : inUnit(amount)
}

export const readsItems: Reads = (text) => {
  const plain = withoutGroups(text)
  return /^\d{1,15}$/.test(plain) && Number(plain) > 0 ? plural(Number(plain), 'item') : null
}

export const readsMoney =
  (currency: string): Reads =>
  (text) => {
    const amount = parseMoney(withoutGroups(text))
    return amount === null || amount < 0n ? null : formatMoney(amount, currency)
  }
