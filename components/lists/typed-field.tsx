'use client'

import { TextInput, type TextInputProps } from '@mantine/core'
import { debounce, parseAsString, useQueryStates } from 'nuqs'
import { cutPastedKeys } from '@/lib/kernel'

interface TypedFieldProps extends Pick<TextInputProps, 'type' | 'maxLength' | 'w' | 'size'> {
  /** Parameter of the URL. */
  readonly parameter: string
  readonly label: string
  readonly isWrong?: boolean
}

const TYPING_MS = 250

/** Edits a typed filter of a list: it is in the URL once the typing pauses, whereas a pick is there immediately. */
export function TypedField({ parameter, isWrong = false, ...field }: TypedFieldProps) {
  const [query, setQuery] = useQueryStates(
    { [parameter]: parseAsString, before: parseAsString, after: parseAsString },
    { shallow: false, history: 'replace', limitUrlUpdates: debounce(TYPING_MS) },
  )
  return (
    <TextInput
      {...field}
      value={query[parameter] ?? ''}
      error={isWrong}
      onChange={({ currentTarget: { value } }) =>
        void setQuery({ [parameter]: cutPastedKeys(value) || null, before: null, after: null })
      }
    />
  )
}
