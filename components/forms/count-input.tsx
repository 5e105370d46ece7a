'use client'

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { numberSeparators } from './number-separators'

interface CountInputProps
  extends Pick<NumberInputProps, 'label' | 'description' | 'name' | 'placeholder' | 'error'> {
  /** Null for an empty field. */
  readonly value: number | null
  onCount(count: number | null): void
}

/** Edits a count, or a limit that may be absent. */
export const CountInput = ({ value, onCount, placeholder = 'Never', ...field }: CountInputProps) => (
  <NumberInput
    {...field}
    {...numberSeparators()}
    allowDecimal={false}
    allowNegative={false}
    placeholder={placeholder}
    w={220}
    value={value ?? ''}
    onChange={(typed) => onCount(typeof typed === 'number' ? typed : null)}
  />
)
