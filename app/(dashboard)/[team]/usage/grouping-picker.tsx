'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { ChoiceField } from '@/components/ui'
import { GROUPINGS } from './groupings'

const LABELS = { environment: 'Environment', key: 'Key', member: 'Member', operation: 'Operation' }

/** What the spend is grouped by; lives in the address. */
export function GroupingPicker({ value }: { readonly value: (typeof GROUPINGS)[number] }) {
  const [, setBy] = useQueryState(
    'by',
    parseAsStringLiteral(GROUPINGS).withOptions({ shallow: false, history: 'push' }),
  )
  return (
    <ChoiceField
      label="Grouped by"
      data={GROUPINGS.map((grouping) => ({ value: grouping, label: LABELS[grouping] }))}
      value={value}
      onChange={(chosen) => setBy(GROUPINGS.find((grouping) => grouping === chosen) ?? null)}
      allowDeselect={false}
      w={150}
    />
  )
}
