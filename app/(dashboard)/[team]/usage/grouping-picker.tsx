'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ChoiceField, usePick } from '@/components/ui'
import { GROUPING_NAMES, GROUPINGS } from './groupings'

/** What the spend is grouped by; lives in the address. */
export function GroupingPicker({ value }: { readonly value: (typeof GROUPINGS)[number] }) {
  const { shown, isPending, startTo } = usePick(value)
  const [, setBy] = useQueryState(
    'by',
    parseAsStringLiteral(GROUPINGS).withOptions({ shallow: false, history: 'push' }),
  )
  return (
    <ChoiceField
      label="Grouped by"
      data={GROUPINGS.map((grouping) => ({ value: grouping, label: GROUPING_NAMES[grouping] }))}
      value={shown}
      loading={isPending}
      onChange={(chosen) => {
        const by = GROUPINGS.find((grouping) => grouping === chosen) ?? 'environment'
        void setBy(by, { startTransition: startTo(by) })
      }}
      allowDeselect={false}
      w={160}
    />
  )
}
