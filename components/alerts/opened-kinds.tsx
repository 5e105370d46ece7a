'use client'

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface OpenedKindsProps extends MultiSelectProps {
  /** Whether somebody has opened the field that stood in its place. */
  readonly isEntered: boolean
}

/** Several of a list, which opens at once where somebody has asked for it. */
export function OpenedKinds({ isEntered, ...props }: OpenedKindsProps) {
  const field = useRef<HTMLInputElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!isEntered || wasOpened.current) return
    wasOpened.current = true
    field.current?.focus({ preventScroll: true })
    field.current?.click()
  }, [isEntered])
  return <MultiSelect ref={field} {...props} />
}
