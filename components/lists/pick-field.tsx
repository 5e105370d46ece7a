'use client'

import type { BoxProps } from '@mantine/core'
import { parseAsString, useQueryStates } from 'nuqs'
import { ChoiceField, useOptimisticPick } from '@/components/ui'

interface PickFieldProps {
  /** The URL parameter that holds the choice. */
  readonly parameter: string
  readonly label: string
  /** True where the place says what is chosen, so that only screen readers need the label. */
  readonly isLabelHidden?: boolean
  readonly value: string | null
  readonly data: readonly { readonly value: string; readonly label: string }[]
  /** The choice if the URL has none. Without it nothing is chosen by default, and the choice can be cleared. */
  readonly usual?: string
  /** Label of the button that clears the choice, for screen readers. */
  readonly clearLabel?: string
  readonly w: BoxProps['w']
  readonly size?: 'xs'
}

/** Number of choices above which the list can be searched by typing. */
const SEEN_AT_ONCE = 12

/**
 * Picks one entry of a list and stores it in the URL. Drops the cursors of a tab's list, which belong to the previous
 * choice.
 */
export function PickField({
  parameter,
  label,
  isLabelHidden = false,
  value,
  data,
  usual,
  clearLabel,
  w,
  size,
}: PickFieldProps) {
  const { shown, isPending, startTo } = useOptimisticPick(value)
  const [, setPicked] = useQueryStates(
    { [parameter]: parseAsString, after: parseAsString, before: parseAsString },
    { shallow: false, history: 'push' },
  )
  const isFormer = value !== null && !data.some((each) => each.value === value)
  return (
    <ChoiceField
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
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
      {...(usual === undefined && {
        clearable: true,
        clearButtonProps: { 'aria-label': clearLabel ?? `Clear ${label}` },
      })}
      w={w}
      {...(size && { size })}
    />
  )
}
