'use client'

import { Select } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ChoiceProps } from './choice-field'

/** The field with its list, which opens at once: somebody has asked for it. */
export function OpenedChoice({ data, ...props }: ChoiceProps) {
  const field = useRef<HTMLInputElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (wasOpened.current) return
    wasOpened.current = true
    field.current?.focus({ preventScroll: true })
    field.current?.click()
  }, [])
  return <Select ref={field} data={[...data]} {...props} />
}
