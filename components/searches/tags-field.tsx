'use client'

import { InputBase } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type ComponentProps, type ComponentType, type ReactNode, useState } from 'react'

const load = () => import('./opened-tags').then(({ OpenedTags }) => OpenedTags)
const prepare = () => void load().catch(() => undefined)
const OpenedTags = dynamic(load)

interface TagsFieldProps {
  readonly label: string
  readonly description: string
  readonly value: readonly string[]
  readonly maxTags: number
  readonly error: ReactNode
  onChange(tags: string[]): void
}

/** The loaded field, and whether the focus was still in it then: someone who has moved on is not called back. */
interface Entered {
  readonly Field: ComponentType<ComponentProps<typeof OpenedTags>>
  readonly hasFocus: boolean
}

/** Edits tags. If there are none yet, the code of the field loads when somebody reaches it. */
export function TagsField({ value, maxTags, onChange, ...field }: TagsFieldProps) {
  const [entered, setEntered] = useState<Entered | null>(null)
  const Field = entered?.Field ?? (value.length > 0 ? OpenedTags : null)
  if (Field)
    return (
      <Field
        {...field}
        maxTags={maxTags}
        onChange={onChange}
        value={[...value]}
        isEntered={entered?.hasFocus ?? false}
      />
    )
  const enter = (input: HTMLInputElement) =>
    void load().then(
      (Loaded) => setEntered({ Field: Loaded, hasFocus: document.activeElement === input }),
      () => undefined,
    )
  return (
    <InputBase
      {...field}
      readOnly
      autoComplete="off"
      onPointerEnter={prepare}
      onFocus={({ currentTarget }) => enter(currentTarget)}
    />
  )
}
