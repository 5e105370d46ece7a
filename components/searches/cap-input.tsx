'use client'

import { TextInput } from '@mantine/core'
import { currentConventions, formatCount } from '@/lib/kernel'

/** The meaning of a typed cap: items, null for none, or why it cannot be used. */
type TypedCap = { readonly items: number | null; readonly error: null } | { readonly error: string }

/** Reads a cap as a person types it. Nothing is dropped silently: a run without the intended cap may buy everything. */
export function readCap(typed: string, leastItems: number): TypedCap {
  const { group } = currentConventions()
  const plain = typed.trim().replaceAll(group, '').replace(/\s/g, '')
  if (plain === '') return { items: null, error: null }
  const items = /^\d{1,9}$/.test(plain) ? Number(plain) : null
  if (items !== null && items >= leastItems) return { items, error: null }
  return { error: `Enter ${formatCount(leastItems)} items or more, or leave it empty.` }
}

interface CapInputProps {
  readonly typed: string
  readonly isRefused: boolean
  /** Id of the text that says why. */
  readonly reasonId: string
  onChange(typed: string): void
}

/** Edits the maximum number of items that a run may buy. What is typed stays as it is. */
export const CapInput = ({ typed, isRefused, reasonId, onChange }: CapInputProps) => (
  <TextInput
    label="Stop after (items)"
    placeholder="No cap"
    inputMode="numeric"
    autoComplete="off"
    w={150}
    value={typed}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    error={isRefused}
    {...(isRefused && { 'aria-errormessage': reasonId })}
  />
)
