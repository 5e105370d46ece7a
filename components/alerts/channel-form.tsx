'use client'

import { Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import type { AlertKind, ChannelEvent, ChannelView } from '@/lib/alerts/alerts'
import { type Told, ToldOf } from './told-of'

export type ChangeChannel = Action<{
  team: string
  channelId: string
  name: string
  enabled: boolean
  kinds: AlertKind[]
  events: ChannelEvent[]
}>

interface ChannelFormProps {
  readonly team: string
  readonly channel: ChannelView
  readonly change: ChangeChannel
}

/** Edits what can be changed of a channel; its address stays. */
export function ChannelForm({ team, channel, change }: ChannelFormProps) {
  const [enabled, setEnabled] = useState(channel.enabled)
  const [told, setTold] = useState<Told>({ events: channel.events, kinds: channel.kinds })
  const save = (form: FormData) =>
    change({
      team,
      channelId: channel.id,
      name: String(form.get('name') ?? ''),
      enabled,
      kinds: [...told.kinds],
      events: [...told.events],
    })
  return (
    <SaveForm submitLabel="Save" message="The channel was changed." save={save}>
      {(errors) => (
        <Stack gap="sm">
          <TextInput label="Name" name="name" defaultValue={channel.name} required error={errors.name} />
          <ToldOf value={told} onChange={setTold} error={errors.events} />
          <Switch
            label="In use"
            checked={enabled}
            onChange={(event) => setEnabled(event.currentTarget.checked)}
          />
        </Stack>
      )}
    </SaveForm>
  )
}
