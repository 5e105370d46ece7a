'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import {
  currentUnit,
  formatMoney,
  formatPlural,
  formatWithUnit,
  NANO_PER_CREDIT,
  parseMoney,
  parseTypedCredits,
  removeGroupSeparators,
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

export const describeTypedCredits: Reads = (text) => {
  const amount = parseTypedCredits(removeGroupSeparators(text))
  if (amount === null || amount <= 0n) return null
  const unit = currentUnit()
  return unit === 'credits' && amount === NANO_PER_CREDIT ? '1 credit' : formatWithUnit(amount)
}

export const describeTypedItems: Reads = (text) => {
  const plain = removeGroupSeparators(text)
  return /^\d{1,15}$/.test(plain) && Number(plain) > 0 ? formatPlural(Number(plain), 'item') : null
}

export const describeTypedMoney =
  (currency: string): Reads =>
  (text) => {
    const amount = parseMoney(removeGroupSeparators(text))
    return amount === null || amount < 0n ? null : formatMoney(amount, currency)
  }
