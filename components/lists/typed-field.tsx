'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { parseAsString, useQueryStates } from 'nuqs'
import { useState } from 'react'

interface TypedFieldProps extends Pick<TextInputProps, 'type' | 'maxLength' | 'w' | 'size'> {
  /** Parameter of the URL. */
  readonly parameter: string
  readonly label: string
  readonly value: string
  readonly isWrong?: boolean
}

const TYPING_MS = 250

/** Edits a typed filter of a list: it is in the URL once the typing pauses, whereas a pick is there immediately. */
export function TypedField({ parameter, value, isWrong = false, ...field }: TypedFieldProps) {
  const [typed, setTyped] = useState(value)
  const [sent, setSent] = useState(value)
  const [known, setKnown] = useState(value)
  const [, setQuery] = useQueryStates(
    { [parameter]: parseAsString, before: parseAsString, after: parseAsString },
    { shallow: false, history: 'replace' },
  )
  const send = useDebouncedCallback(
    (text: string) => {
      setSent(text)
      void setQuery({ [parameter]: text || null, before: null, after: null })
    },
    // Closing a drawer immediately loses nothing.
    { delay: TYPING_MS, flushOnUnmount: true },
  )
  // The URL was changed by something else, such as "Clear filters".
  if (value !== known) {
    setKnown(value)
    if (value.trim() !== sent.trim()) {
      setTyped(value)
      setSent(value)
    }
  }
  return (
    <TextInput
      {...field}
      value={typed}
      error={isWrong}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        send(currentTarget.value)
      }}
    />
  )
}
