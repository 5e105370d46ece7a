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

/** The field with its list; opened at once where somebody has asked for it. */
export function OpenedChoice({ data, isOpened, ...props }: ChoiceProps & { readonly isOpened: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  const wasOpened = useRef(false)
  useEffect(() => {
    if (!isOpened || wasOpened.current) return
    wasOpened.current = true
    field.current?.focus({ preventScroll: true })
    field.current?.click()
  }, [isOpened])
  return <Select ref={field} data={[...data]} {...props} />
}
