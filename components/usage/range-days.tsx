'use client'

import { Box, Button, Popover, PopoverDropdown, PopoverTarget, Stack, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { Dimmed, useLazyDialog } from '@/components/ui'

interface RangeDaysProps {
  readonly isOpen: boolean
  readonly from: string
  readonly to: string
  onOpen(isOpen: boolean): void
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

/** Asks for the two days of a range, below the field that it covers. */
export function RangeDays({ isOpen, from, to, onOpen, onSubmit }: RangeDaysProps) {
  const late = useLazyDialog(isOpen || null)
  return (
    <Popover opened={late.input !== null} onChange={onOpen} trapFocus returnFocus withRoles={false}>
      <PopoverTarget>
        <Box pos="absolute" inset={0} style={{ pointerEvents: 'none' }} />
      </PopoverTarget>
      <PopoverDropdown>
        <form onSubmit={onSubmit} aria-label="Days to show">
          <Stack gap="xs" p="xs">
            <TextInput type="date" label="From" name="from" defaultValue={from} required />
            <TextInput type="date" label="To" name="to" defaultValue={to} required />
            <Dimmed size="xs">Both days included</Dimmed>
            <Button type="submit" size="xs">
              Show
            </Button>
          </Stack>
        </form>
      </PopoverDropdown>
    </Popover>
  )
}
