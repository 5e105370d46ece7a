'use client'

import { Box, Group } from '@mantine/core'
import dynamic from 'next/dynamic'
import { parseAsString, useQueryStates } from 'nuqs'
import { type FormEvent, useState } from 'react'
import { ChoiceField, useLazyDialog, useOptimisticPick } from '@/components/ui'
import { currentTimeZone } from '@/lib/kernel'
import { describeDays } from './labels'

const RangeDays = dynamic(() => import('./range-days').then((days) => days.RangeDays), { ssr: false })

interface RangePickerProps {
  /** The preset in force; null for a range of days. */
  readonly preset: string | null
  readonly from: string
  readonly to: string
  /** Environments to choose from; none if the page shows all of them. */
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  readonly environmentId: string | null
}

const CUSTOM = 'custom'
/** Value for days that were chosen or zoomed to, which the field names. */
const DAYS = 'days'
const PARAMETERS = {
  range: parseAsString,
  from: parseAsString,
  to: parseAsString,
  environment: parseAsString,
  after: parseAsString,
  since: parseAsString,
  until: parseAsString,
  zoomedFrom: parseAsString,
}
const PRESETS = [
  { value: 'today', label: 'Today' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: 'month', label: 'This month' },
  { value: 'last-month', label: 'Last month' },
  { value: '90d', label: 'Last 90 days' },
  { value: CUSTOM, label: 'From … to …' },
]

/** Chooses which time span and environment the page shows. Both are only in the URL, so that a link shares them. */
export function RangePicker(props: RangePickerProps) {
  const { preset, from, to, environments, environmentId } = props
  // As for the page's other fields, so that of two quick picks neither is lost.
  const [, setQuery] = useQueryStates(PARAMETERS, { shallow: false, history: 'push' })
  const picked = useOptimisticPick({ preset, environmentId })
  const [isOpen, setOpen] = useState(false)
  const wasOpened = useLazyDialog(isOpen || null).isThere

  const go = (
    to: Partial<typeof picked.shown>,
    changes: Partial<Record<keyof typeof PARAMETERS, string | null>>,
  ) =>
    // The ledger's position, and the bar it was narrowed to, belong to the previous view.
    void setQuery(
      { after: null, since: null, until: null, zoomedFrom: null, ...changes },
      { startTransition: picked.startTo({ ...picked.shown, ...to }) },
    )
  const choose = (value: string) => {
    if (value === CUSTOM) setOpen(true)
    else if (value !== DAYS) go({ preset: value }, { range: value, from: null, to: null })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setOpen(false)
    go({ preset: null }, { range: null, from: String(form.get('from')), to: String(form.get('to')) })
  }
  return (
    <Group gap="xs" align="flex-end">
      <Box pos="relative">
        <ChoiceField
          label={`Range (${currentTimeZone()})`}
          data={preset === null ? [{ value: DAYS, label: describeDays(from, to) }, ...PRESETS] : PRESETS}
          value={picked.shown.preset ?? (preset === null ? DAYS : CUSTOM)}
          loading={picked.isPending}
          aria-busy={picked.isPending}
          onOptionSubmit={choose}
          w={{ base: 'calc(50vw - 20px)', xs: 190 }}
        />
        {wasOpened && <RangeDays isOpen={isOpen} from={from} to={to} onOpen={setOpen} onSubmit={submit} />}
      </Box>
      {environments.length > 0 && (
        <ChoiceField
          label="Environment"
          placeholder="All"
          clearable
          data={environments.map(({ id, name }) => ({ value: id, label: name }))}
          value={picked.shown.environmentId}
          loading={picked.isPending}
          onChange={(value) => go({ environmentId: value }, { environment: value })}
          clearButtonProps={{ 'aria-label': 'Show all environments' }}
          w={{ base: 'calc(50vw - 20px)', xs: 170 }}
        />
      )}
    </Group>
  )
}
