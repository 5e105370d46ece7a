'use client'

import { useContext } from 'react'
import { FieldChanged } from '@/components/ui'
import type { AlertKind, ChannelEvent } from '@/lib/alerts/alerts'
import { CHANNEL_EVENTS, KINDS } from './labels'
import { PickSeveral } from './pick-several'

/** The messages that a channel takes. */
export interface Told {
  readonly events: readonly ChannelEvent[]
  /** None means all. */
  readonly kinds: readonly AlertKind[]
}

interface ToldOfProps {
  readonly value: Told
  readonly error?: string | undefined
  onChange(told: Told): void
}

/** Chooses which events are sent to a channel, and which kinds of alerts. */
export function ToldOf({ value, error, onChange }: ToldOfProps) {
  const tellForm = useContext(FieldChanged)
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
          of={KINDS}
          none="All"
          value={value.kinds}
          onChange={(kinds) => onChange({ ...value, kinds })}
        />
      )}
    </>
  )
}
