'use client'

import { ActionIcon } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { type Action, useAction } from '@/components/forms'

export type PinSearch = Action<{ team: string; searchId: string; isPinned: boolean }>

interface PinButtonProps {
  readonly team: string
  readonly searchId: string
  readonly name: string
  readonly isPinned: boolean
  readonly pin: PinSearch
}

/** Pins a search to the top of the member's own list. */
export function PinButton({ team, searchId, name, isPinned, pin }: PinButtonProps) {
  const router = useRouter()
  const { call, isPending } = useAction(pin)
  const toggle = async () => {
    if ((await call({ team, searchId, isPinned: !isPinned })).ok) router.refresh()
  }
  const Icon = isPinned ? IconPinFilled : IconPin
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="md"
      loading={isPending}
      onClick={toggle}
      aria-pressed={isPinned}
      aria-label={`Keep ${name} on top`}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  )
}
