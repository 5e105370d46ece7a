'use client'

import { Button, Group } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

interface DisclosureProps {
  readonly label: string
  /** Name of the button for those who do not see what is beside it. */
  readonly name?: string
  /** Stands beside the button. */
  readonly lead?: ReactNode
  /** True if the page opens it by itself; otherwise it is closed until somebody opens it. */
  readonly isOpen?: boolean
  readonly children: ReactNode
  onChange?(isOpen: boolean): void
}

/** Hides what most people never need behind a button. */
export function Disclosure({ label, name, lead, isOpen, onChange, children }: DisclosureProps) {
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const isShown = isOpen ?? isOpened
  const Chevron = isShown ? IconChevronDown : IconChevronRight
  const button = (
    <Button
      variant="subtle"
      size={lead ? 'compact-sm' : 'sm'}
      px={6}
      ml={-6}
      // A long label takes several lines.
      h="auto"
      mih={lead ? 26 : 36}
      my={lead ? -2 : 0}
      lh="sm"
      ta="start"
      styles={{ label: { whiteSpace: 'normal' } }}
      leftSection={<Chevron size={16} aria-hidden />}
      aria-label={name}
      aria-expanded={isShown}
      {...(isShown && { 'aria-controls': id })}
      onClick={() => {
        setOpened(!isShown)
        onChange?.(!isShown)
      }}
    >
      {label}
    </Button>
  )
  return (
    <div>
      {lead ? (
        <Group gap="sm">
          {lead}
          {button}
        </Group>
      ) : (
        button
      )}
      {isShown && (
        <div id={id} style={{ marginTop: 12 }}>
          {children}
        </div>
      )}
    </div>
  )
}
