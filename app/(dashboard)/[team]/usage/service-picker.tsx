'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { ChoiceField, usePick } from '@/components/ui'

interface ServicePickerProps {
  readonly services: readonly { readonly id: string; readonly name: string }[]
  readonly value: string | null
}

const PARAMETERS = {
  service: parseAsString,
  after: parseAsString,
  since: parseAsString,
  until: parseAsString,
}

/** Narrows the page to one service; lives in the address. */
export function ServicePicker({ services, value }: ServicePickerProps) {
  const { shown, isPending, startTo } = usePick(value)
  const [, setQuery] = useQueryStates(PARAMETERS, { shallow: false, history: 'push' })
  return (
    <ChoiceField
      label="Service"
      placeholder="All"
      clearable
      data={services.map(({ id, name }) => ({ value: id, label: name }))}
      value={shown}
      loading={isPending}
      // The ledger's place, and the bar it was narrowed to, belong to the previous view.
      onChange={(service) =>
        void setQuery(
          { service, after: null, since: null, until: null },
          { startTransition: startTo(service) },
        )
      }
      clearButtonProps={{ 'aria-label': 'Show all services' }}
      w={170}
    />
  )
}
