'use client'

import { Button, Group, Popover, PopoverDropdown, PopoverTarget, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OnDemandButton } from '@/components/ui'
import { Dimmed } from '@/components/ui'
import { currentTimeZone, EXPORT_FORMAT_NAMES, EXPORT_FORMATS } from '@/lib/kernel'

export interface SearchExportProps {
  readonly team: string
  readonly searchId: string
}

/** Offers the items of all runs of a search as one file, for a span of days. */
export function OpenedExport({
  button,
  team,
  searchId,
}: SearchExportProps & { readonly button: OnDemandButton }) {
  const [span, setSpan] = useState({ from: '', to: '' })
  const [isMore, setMore] = useState(false)
  const isWrong = span.from !== '' && span.to !== '' && span.from > span.to
  const formats = EXPORT_FORMAT_NAMES.filter((format) => isMore || !EXPORT_FORMATS[format].isRare)
  return (
    <Popover position="bottom-end" trapFocus returnFocus width={340}>
      <PopoverTarget>{button}</PopoverTarget>
      <PopoverDropdown>
        <Stack gap="sm">
          <Text size="sm">Each item once, in the run that first brought it, newest run first.</Text>
          <Group grow gap="xs" align="flex-start">
            <TextInput
              type="date"
              label="Runs from"
              value={span.from}
              onChange={({ currentTarget: { value } }) => setSpan((known) => ({ ...known, from: value }))}
            />
            <TextInput
              type="date"
              label="to"
              value={span.to}
              error={isWrong && 'This is before the first day.'}
              onChange={({ currentTarget: { value } }) => setSpan((known) => ({ ...known, to: value }))}
            />
          </Group>
          <Dimmed size="xs">Days in {currentTimeZone()}. Empty: all runs.</Dimmed>
          <Group gap="xs">
            {formats.map((format) => (
              <Button
                key={format}
                component="a"
                size="xs"
                variant="default"
                download
                href={`/api/searches/${searchId}/export?${new URLSearchParams({ team, format, ...span })}`}
                title={EXPORT_FORMATS[format].use}
                {...(isWrong && { 'data-disabled': true })}
              >
                {EXPORT_FORMATS[format].label}
              </Button>
            ))}
            {!isMore && (
              <Button size="xs" variant="subtle" onClick={() => setMore(true)}>
                More
              </Button>
            )}
          </Group>
        </Stack>
      </PopoverDropdown>
    </Popover>
  )
}
