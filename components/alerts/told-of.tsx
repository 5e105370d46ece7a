'use client'

import { InputBase } from '@mantine/core'
import { useContext, useState } from 'react'
import { FieldChangedContext } from '@/components/ui'
import type { AlertKind, ChannelEvent } from '@/lib/alerts/alerts'
import { ALERT_KIND_LABELS, CHANNEL_EVENTS } from './labels'
import type { OpenedMultiSelect } from './opened-several'

/** The messages that a channel takes. */
export interface ChannelSubscription {
  readonly events: readonly ChannelEvent[]
  /** None means all. */
  readonly kinds: readonly AlertKind[]
}

interface ToldOfProps {
  readonly value: ChannelSubscription
  readonly error?: string | undefined
  onChange(told: ChannelSubscription): void
}

/** Chooses which events are sent to a channel, and which kinds of alerts. */
export function ChannelSubscriptionFields({ value, error, onChange }: ToldOfProps) {
  const tellForm = useContext(FieldChangedContext)
  return (
    <>
      <PickSeveral
        label="Gets"
        of={CHANNEL_EVENTS}
        none="Nothing"
        value={value.events}
        error={error}
        onChange={(events) => {
          tellForm('events')
          onChange({ ...value, events })
        }}
      />
      {value.events.includes('alert') && (
        <PickSeveral
          label="Alerts"
          of={ALERT_KIND_LABELS}
          none="All"
          value={value.kinds}
          onChange={(kinds) => onChange({ ...value, kinds })}
        />
      )}
    </>
  )
}

const load = () => import('./opened-several').then((module) => module.OpenedMultiSelect)
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
function PickSeveral<Choice extends string>({
  label,
  of,
  value,
  none,
  error,
  onChange,
}: PickSeveralProps<Choice>) {
  const [Opened, setOpened] = useState<typeof OpenedMultiSelect | null>(null)
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
