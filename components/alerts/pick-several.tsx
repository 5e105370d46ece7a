'use client'

import { InputBase } from '@mantine/core'
import { useState } from 'react'
import type { OpenedSeveral } from './opened-several'

const load = () => import('./opened-several').then((module) => module.OpenedSeveral)
const prepare = () => void load().catch(() => undefined)

interface Named {
  readonly label: string
}

interface PickSeveralProps<Choice extends string> {
  readonly label: string
  /** Choices with their names. */
  readonly of: Readonly<Record<Choice, Named>>
  readonly value: readonly Choice[]
  /** Placeholder while none is chosen. */
  readonly none: string
  readonly error?: string | undefined
  onChange(chosen: Choice[]): void
}

/** Offers several of a few choices: their names, and a list that loads when somebody reaches it. */
export function PickSeveral<Choice extends string>({
  label,
  of,
  value,
  none,
  error,
  onChange,
}: PickSeveralProps<Choice>) {
  const [Opened, setOpened] = useState<typeof OpenedSeveral | null>(null)
  const field = { label, error, miw: 220, ...(value.length === 0 && { placeholder: none }) }
  if (Opened)
    return (
      <Opened
        {...field}
        data={Object.entries<Named>(of).map(([choice, name]) => ({ value: choice, label: name.label }))}
        value={[...value]}
        onChange={(chosen) => onChange(chosen.filter((one): one is Choice => Object.hasOwn(of, one)))}
      />
    )
  const names = value.map((choice) => of[choice].label).join(', ')
  const open = () =>
    void load().then(
      (loaded) => setOpened(() => loaded),
      () => undefined,
    )
  return (
    <InputBase
      {...field}
      value={names}
      title={names}
      readOnly
      autoComplete="off"
      onPointerEnter={prepare}
      onFocus={open}
    />
  )
}
