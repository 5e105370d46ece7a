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

/** Tags. Where there are none yet, the code of the field loads when somebody comes to it. */
export function TagsField({ value, maxTags, onChange, ...field }: TagsFieldProps) {
  const [Entered, setEntered] = useState<ComponentType<ComponentProps<typeof OpenedTags>> | null>(null)
  const Field = Entered ?? (value.length > 0 ? OpenedTags : null)
  if (Field)
    return <Field {...field} {...{ maxTags, onChange }} value={[...value]} isEntered={Entered !== null} />
  const enter = () =>
    void load().then(
      (Loaded) => setEntered(() => Loaded),
      () => undefined,
    )
  return <InputBase {...field} readOnly autoComplete="off" onPointerEnter={prepare} onFocus={enter} />
}
