'use client'

import { InputBase } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type ComponentProps, type ComponentType, useState } from 'react'
import type { AlertKind } from '@/lib/alerts/alerts'
import { KINDS } from './labels'

const load = () => import('./opened-kinds').then(({ OpenedKinds }) => OpenedKinds)
const prepare = () => void load().catch(() => undefined)
const OpenedKinds = dynamic(load)
const CHOICES = Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))

interface KindSelectProps {
  readonly label: string
  readonly value: readonly AlertKind[]
  onChange(kinds: AlertKind[]): void
}

/** The kinds of alerts that a channel gets; none chosen means all. Then its list loads when somebody comes to it. */
export function KindSelect({ label, value, onChange }: KindSelectProps) {
  const [Entered, setEntered] = useState<ComponentType<ComponentProps<typeof OpenedKinds>> | null>(null)
  const field = { label, miw: 220, maw: 420, ...(value.length === 0 && { placeholder: 'All' }) }
  const Field = Entered ?? (value.length > 0 ? OpenedKinds : null)
  if (Field)
    return (
      <Field
        {...field}
        data={CHOICES}
        value={[...value]}
        onChange={(chosen) =>
          onChange(chosen.filter((kind): kind is AlertKind => Object.hasOwn(KINDS, kind)))
        }
        isEntered={Entered !== null}
      />
    )
  const enter = () =>
    void load().then(
      (Loaded) => setEntered(() => Loaded),
      () => undefined,
    )
  return <InputBase {...field} readOnly autoComplete="off" onPointerEnter={prepare} onFocus={enter} />
}
