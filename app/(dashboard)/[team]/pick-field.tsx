'use client'

import type { BoxProps } from '@mantine/core'
import { parseAsString, useQueryStates } from 'nuqs'
import { ChoiceField, usePick } from '@/components/ui'

interface PickFieldProps {
  /** The parameter of the address. */
  readonly parameter: string
  readonly label: string
  readonly value: string | null
  readonly data: readonly { readonly value: string; readonly label: string }[]
  /** What is chosen where the address says nothing. Without it nothing is, and the choice can be cleared. */
  readonly usual?: string
  /** What the button that clears it does, for those who do not see it. */
  readonly clearLabel?: string
  readonly w: BoxProps['w']
  readonly size?: 'xs'
}

/** A list that is longer is found in by typing. */
const SEEN_AT_ONCE = 12

/** One of a list; lives in the address. A tab's place in its list goes, since it belongs to what was shown before. */
export function PickField({ parameter, label, value, data, usual, clearLabel, w, size }: PickFieldProps) {
  const { shown, isPending, startTo } = usePick(value)
  const [, setPicked] = useQueryStates(
    { [parameter]: parseAsString, after: parseAsString, before: parseAsString },
    { shallow: false, history: 'push' },
  )
  const isFormer = value !== null && !data.some((each) => each.value === value)
  return (
    <ChoiceField
      label={label}
      placeholder="All"
      data={isFormer ? [...data, { value, label: `A former ${parameter}` }] : [...data]}
      value={shown}
      loading={isPending}
      searchable={data.length > SEEN_AT_ONCE}
      onChange={(chosen) =>
        void setPicked(
          { [parameter]: chosen === usual ? null : chosen, after: null, before: null },
          { startTransition: startTo(chosen) },
        )
      }
      {...(usual === undefined
        ? { clearable: true, clearButtonProps: { 'aria-label': clearLabel ?? `Clear ${label}` } }
        : { allowDeselect: false })}
      w={w}
      {...(size && { size })}
    />
  )
}
