'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { ChoiceField, usePick } from '@/components/ui'

interface LedgerSelectProps {
  /** The parameter of the address. */
  readonly parameter: 'key' | 'member' | 'caller' | 'wallet' | 'operation'
  readonly label: string
  /** What the button that clears it does, for those who do not see it. */
  readonly clearLabel: string
  readonly value: string | null
  readonly data: readonly { readonly value: string; readonly label: string }[]
}

/** Narrows the ledger to one member of a list; lives in the address. */
export function LedgerSelect({ parameter, label, clearLabel, value, data }: LedgerSelectProps) {
  const { shown, isPending, startTo } = usePick(value)
  const [, setFilter] = useQueryStates(
    { [parameter]: parseAsString, after: parseAsString },
    { shallow: false, history: 'push' },
  )
  const isFormer = value !== null && !data.some((each) => each.value === value)
  return (
    <ChoiceField
      label={label}
      placeholder="All"
      clearable
      data={isFormer ? [...data, { value, label: `A former ${parameter}` }] : [...data]}
      value={shown}
      loading={isPending}
      // The ledger's place belongs to what was shown before.
      onChange={(chosen) =>
        setFilter({ [parameter]: chosen, after: null }, { startTransition: startTo(chosen) })
      }
      clearButtonProps={{ 'aria-label': clearLabel }}
      w={parameter === 'key' ? 230 : 160}
      size="xs"
    />
  )
}
