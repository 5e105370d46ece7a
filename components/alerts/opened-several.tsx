'use client'

import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Offers a list for several choices, which opens at once, because somebody has asked for it. */
export function OpenedMultiSelect(props: MultiSelectProps) {
  const field = useRef<HTMLInputElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    field.current?.focus({ preventScroll: true })
    field.current?.click()
  }, [])
  return <MultiSelect ref={field} {...props} />
}
