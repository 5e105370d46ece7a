'use client'

import { Select } from '@mantine/core'
import { parseAsString, useQueryStates } from 'nuqs'

interface KeyFilterProps {
  readonly value: string | null
  readonly keys: readonly { readonly id: string; readonly name: string; readonly prefix: string }[]
}

/** Which key's calls the ledger lists; lives in the address. */
export function KeyFilter({ value, keys }: KeyFilterProps) {
  const [, setFilter] = useQueryStates(
    { key: parseAsString, after: parseAsString },
    { shallow: false, history: 'push' },
  )
  const known = keys.map(({ id, name, prefix }) => ({ value: id, label: `${name} (${prefix}…)` }))
  const isFormer = value !== null && !keys.some(({ id }) => id === value)
  return (
    <Select
      label="Key"
      placeholder="All"
      clearable
      data={isFormer ? [...known, { value, label: 'A former key' }] : known}
      value={value}
      // The ledger's place belongs to what was shown before.
      onChange={(key) => setFilter({ key, after: null })}
      clearButtonProps={{ 'aria-label': 'Show the calls of all keys' }}
      w={230}
      size="xs"
    />
  )
}
