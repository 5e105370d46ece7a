import { Checkbox, CheckboxGroup, SimpleGrid } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { ChannelView } from '@/lib/alerts/alerts'
import { ALERT_KIND_LABELS, CHANNEL_EVENTS } from './labels'

/** The messages that a channel takes. No kinds of alerts means all. */
type ChannelSubscription = Pick<ChannelView, 'events' | 'kinds'>

interface ToldOfProps {
  readonly chosen: ChannelSubscription
  readonly error: string | undefined
}

/** Chooses which events are sent to a channel, and which kinds of alerts. */
export function ChannelSubscriptionFields({ chosen, error }: ToldOfProps) {
  const [events, setEvents] = useState<string[]>([...chosen.events])
  return (
    <>
      <CheckboxGroup label="Gets" value={events} onChange={setEvents} error={error}>
        <Boxes name="events" of={CHANNEL_EVENTS} />
      </CheckboxGroup>
      {events.includes('alert') && (
        <CheckboxGroup
          label="Which alerts"
          description="All, unless you choose some."
          defaultValue={[...chosen.kinds]}
        >
          <Boxes name="kinds" of={ALERT_KIND_LABELS} />
        </CheckboxGroup>
      )}
    </>
  )
}

interface BoxesProps {
  readonly name: string
  /** Choices with their names. */
  readonly of: Readonly<Record<string, { readonly label: ReactNode }>>
}

const Boxes = ({ name, of }: BoxesProps) => (
  <SimpleGrid cols={2} spacing="xs" mt="xs">
    {Object.entries(of).map(([value, { label }]) => (
      <Checkbox key={value} name={name} value={value} label={label} />
    ))}
  </SimpleGrid>
)

/** Reads these fields. */
export const readSubscription = (form: FormData) => ({
  events: chosenOf(CHANNEL_EVENTS, form.getAll('events')),
  kinds: chosenOf(ALERT_KIND_LABELS, form.getAll('kinds')),
})

const chosenOf = <Choice extends string>(
  of: Readonly<Record<Choice, unknown>>,
  chosen: unknown[],
): Choice[] => Object.keys(of).filter((one): one is Choice => chosen.includes(one))
