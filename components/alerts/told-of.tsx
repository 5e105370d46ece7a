'use client'

import { MultiSelect } from '@mantine/core'
import { useContext } from 'react'
import { FieldChangedContext } from '@/components/ui'
import type { AlertKind, ChannelEvent } from '@/lib/alerts/alerts'
import { ALERT_KIND_LABELS, CHANNEL_EVENTS } from './labels'

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

interface PickSeveralProps<Choice extends string> {
  readonly label: string
  /** Choices with their names. */
  readonly of: Readonly<Record<Choice, { readonly label: string }>>
  readonly value: readonly Choice[]
  /** Placeholder while none is chosen. */
  readonly none: string
  readonly error?: string | undefined
  onChange(chosen: Choice[]): void
}

function PickSeveral<Choice extends string>(props: PickSeveralProps<Choice>) {
  const { label, of, value, none, error, onChange } = props
  return (
    <MultiSelect
      label={label}
      error={error}
      miw={220}
      {...(value.length === 0 && { placeholder: none })}
      data={Object.entries<{ label: string }>(of).map(([choice, name]) => ({
        value: choice,
        label: name.label,
      }))}
      value={[...value]}
      onChange={(chosen) => onChange(chosen.filter((one): one is Choice => Object.hasOwn(of, one)))}
    />
  )
}
