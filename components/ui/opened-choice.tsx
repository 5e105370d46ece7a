'use client'

import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

interface Option {
  readonly value: string
  readonly label: string
}

export interface ChoiceProps extends Omit<SelectProps, 'data'> {
  readonly data: readonly (string | Option)[]
}

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
