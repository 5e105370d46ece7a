'use client'

import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, RefusalAlert, SaveForm, useAction } from '@/components/forms'
import { ConfirmButton } from '@/components/ui'
import type { AlertKind, ChannelEvent, ChannelView } from '@/lib/alerts/alerts'
import { CHANNEL_KINDS } from './labels'
import { type Told, ToldOf } from './told-of'

interface ChannelActions {
  readonly change: Action<{
    team: string
    channelId: string
    name: string
    enabled: boolean
    kinds: AlertKind[]
    events: ChannelEvent[]
  }>
  readonly remove: Action<{ team: string; channelId: string }>
  readonly test: Action<{ team: string; channelId: string }>
  /** Mails the link that confirms an address once more. */
  readonly confirm: Action<{ team: string; channelId: string }>
}

interface ChannelListProps {
  readonly team: string
  readonly channels: readonly ChannelView[]
  /** Null for people who may not change them. */
  readonly actions: ChannelActions | null
}

/** The channels, each with what is sent to it, a test and its settings. */
export function ChannelList({ team, channels, actions }: ChannelListProps) {
  return (
    <Stack gap="lg">
      {channels.map((channel) => (
        <Stack key={channel.id} gap="xs">
          <Text>
            <Text span fw={600}>
              {channel.name}
            </Text>{' '}
            <Text span size="sm" c="dimmed">
              {CHANNEL_KINDS[channel.kind]} · {channel.hint}
              {channel.enabled ? '' : ' · not in use'}
              {channel.waits ? ' · gets nothing until it is confirmed' : ''}
            </Text>
          </Text>
          {actions && <ChannelForm team={team} channel={channel} actions={actions} />}
        </Stack>
      ))}
    </Stack>
  )
}

function ChannelForm({
  team,
  channel,
  actions,
}: {
  readonly team: string
  readonly channel: ChannelView
  readonly actions: ChannelActions
}) {
  const router = useRouter()
  const [enabled, setEnabled] = useState(channel.enabled)
  const [told, setTold] = useState<Told>({ events: channel.events, kinds: channel.kinds })
  const testing = useAction(actions.test)
  const confirming = useAction(actions.confirm)
  const removing = useAction(actions.remove)
  const channelId = channel.id
  const save = (form: FormData) =>
    actions.change({
      team,
      channelId,
      name: String(form.get('name') ?? ''),
      enabled,
      kinds: [...told.kinds],
      events: [...told.events],
    })
  const test = async () => {
    const { ok } = await testing.call({ team, channelId })
    if (ok) notifications.show({ message: `The test message to “${channel.name}” was accepted.` })
    router.refresh()
  }
  const confirm = async () => {
    const { ok } = await confirming.call({ team, channelId })
    if (ok) notifications.show({ message: `A link to confirm it was sent to ${channel.hint}.` })
  }
  const remove = async () => {
    const { ok } = await removing.call({ team, channelId })
    if (ok) router.refresh()
  }
  return (
    <Stack gap="xs">
      <SaveForm submitLabel="Save" message="The channel was changed." save={save} isRow>
        {(errors) => (
          <Group align="flex-end" gap="xs">
            <TextInput
              label={`Name of ${channel.name}`}
              name="name"
              defaultValue={channel.name}
              required
              error={errors.name}
            />
            <ToldOf to={channel.name} value={told} onChange={setTold} error={errors.events} />
            <Switch
              label="In use"
              checked={enabled}
              onChange={(event) => setEnabled(event.currentTarget.checked)}
              mb={8}
            />
          </Group>
        )}
      </SaveForm>
      <RefusalAlert refusal={testing.refusal ?? confirming.refusal ?? removing.refusal} />
      <Group gap="xs">
        {channel.waits ? (
          <Button
            size="xs"
            variant="default"
            loading={confirming.isPending}
            onClick={confirm}
            aria-label={`Send the confirmation of ${channel.name} again`}
          >
            Send the confirmation again
          </Button>
        ) : (
          <Button
            size="xs"
            variant="default"
            loading={testing.isPending}
            onClick={test}
            aria-label={`Send a test to ${channel.name}`}
          >
            Send a test
          </Button>
        )}
        <ConfirmButton
          label="Delete"
          title={`Delete “${channel.name}”?`}
          text="Its address is deleted for good; sent messages stay in the log."
          confirmLabel="Delete the channel"
          onConfirm={remove}
        />
      </Group>
    </Stack>
  )
}
