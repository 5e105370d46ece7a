'use client'

import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

interface DisclosureProps {
  readonly label: string
  /** True if the page opens it by itself; otherwise it is closed until somebody opens it. */
  readonly isOpen?: boolean
  readonly children: ReactNode
  onChange?(isOpen: boolean): void
}

/** Hides what most people never need behind a button. */
export function Disclosure({ label, isOpen, onChange, children }: DisclosureProps) {
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const isShown = isOpen ?? isOpened
  const Chevron = isShown ? IconChevronDown : IconChevronRight
  return (
    <div>
      <Button
        variant="subtle"
        size="sm"
        px={6}
        ml={-6}
        leftSection={<Chevron size={16} aria-hidden />}
        aria-expanded={isShown}
        {...(isShown && { 'aria-controls': id })}
        onClick={() => {
          setOpened(!isShown)
          onChange?.(!isShown)
        }}
      >
        {label}
      </Button>
      {isShown && (
        <div id={id} style={{ marginTop: 12 }}>
          {children}
        </div>
      )}
    </div>
  )
}
