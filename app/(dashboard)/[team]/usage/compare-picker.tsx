'use client'

import { parseAsString, useQueryState } from 'nuqs'
import { ChoiceField, usePick } from '@/components/ui'

const NONE = 'none'
const CHOICES = [
  { value: NONE, label: 'None' },
  { value: 'before', label: 'Period before' },
]

/** What the spend is compared with; lives in the address. */
export function ComparePicker({ value }: { readonly value: string | null }) {
  const { shown, isPending, startTo } = usePick(value)
  const [, setCompare] = useQueryState(
    'compare',
    parseAsString.withOptions({ shallow: false, history: 'push' }),
  )
  return (
    <ChoiceField
      label="Compare"
      data={CHOICES}
      value={shown ?? NONE}
      loading={isPending}
      onChange={(chosen) => {
        const compare = chosen === NONE ? null : chosen
        void setCompare(compare, { startTransition: startTo(compare) })
      }}
      allowDeselect={false}
      w={150}
    />
  )
}
