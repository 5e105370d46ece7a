'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { formatCount, parseTypedCount } from '@/lib/kernel'

interface CountInputProps
  extends Pick<TextInputProps, 'label' | 'description' | 'name' | 'placeholder' | 'error'> {
  /** Null for an empty field, NaN for what is no count. */
  readonly value: number | null
  onCount(count: number | null): void
}

/** Edits a count, or a limit that may be absent. What is typed stays as it is: the server refuses what is no count. */
export function CountInput({ value, onCount, placeholder = 'Never', ...field }: CountInputProps) {
  const [typed, setTyped] = useState('')
  const isTyped = Object.is(parseTypedCount(typed), value)
  return (
    <TextInput
      {...field}
      inputMode="numeric"
      autoComplete="off"
      placeholder={placeholder}
      w={220}
      value={isTyped ? typed : value === null ? '' : formatCount(value)}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onCount(parseTypedCount(currentTarget.value))
      }}
    />
  )
}
