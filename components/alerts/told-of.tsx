'use client'

import type { AlertKind, ChannelEvent } from '@/lib/alerts/alerts'
import { CHANNEL_EVENTS, KINDS } from './labels'
import { PickSeveral } from './pick-several'

/** What a channel is told of. */
export interface Told {
  readonly events: readonly ChannelEvent[]
  /** None means all. */
  readonly kinds: readonly AlertKind[]
}

interface ToldOfProps {
  /** The channel's name behind the labels, where several stand on a page. */
  readonly to?: string
  readonly value: Told
  readonly error?: string | undefined
  onChange(told: Told): void
}

/** Which events are sent to a channel, and of alerts which kinds. */
export function ToldOf({ to, value, error, onChange }: ToldOfProps) {
  const behind = to === undefined ? '' : ` to ${to}`
  return (
    <>
      <PickSeveral
        label={`Sent${behind}`}
        of={CHANNEL_EVENTS}
        none="Nothing"
        value={value.events}
        error={error}
        onChange={(events) => onChange({ ...value, events })}
      />
      {value.events.includes('alert') && (
        <PickSeveral
          label={`Alerts${behind}`}
          of={KINDS}
          none="All"
          value={value.kinds}
          onChange={(kinds) => onChange({ ...value, kinds })}
        />
      )}
    </>
  )
}
