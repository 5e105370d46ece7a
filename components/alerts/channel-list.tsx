'use client'

import { Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, formFieldText, SaveForm, useAction } from '@/components/forms'
import { Dimmed, FormDrawer, RefusalAlert, RowMenu, StateBadge } from '@/components/ui'
import type { AlertKind, ChannelEvent, ChannelView } from '@/lib/alerts/alerts'
import { CHANNEL_KINDS, describeSubscription, NO_MAIL_SERVER } from './labels'
import { ChannelSubscriptionFields, readSubscription } from './told-of'

interface ChannelActions {
  readonly change: ChangeChannel
  readonly remove: Action<{ team: string; channelId: string }>
  readonly test: Action<{ team: string; channelId: string }>
  /** Resends the link that confirms an address. */
  readonly confirm: Action<{ team: string; channelId: string }>
}

interface ChannelListProps {
  readonly team: string
  readonly channels: readonly ChannelView[]
  /** False if this installation sends no e-mail. */
  readonly canMail: boolean
  /** Null for people who may not change them. */
  readonly actions: ChannelActions | null
}

/** Lists the channels, each with what is sent to it, a test and a link to its settings. */
export function ChannelList({ team, channels, canMail, actions }: ChannelListProps) {
  return (
    <Stack gap="lg">
      {channels.map((channel) => (
        <Stack key={channel.id} gap="xs">
          <div>
            <Group gap="xs">
              <Text>
                <Text span fw={600}>
                  {channel.name}
                </Text>{' '}
                <Dimmed span>
                  {CHANNEL_KINDS[channel.kind]} · {channel.hint}
                  {channel.enabled ? '' : ' · not in use'}
                </Dimmed>
              </Text>
              {channel.kind === 'email' && !canMail ? (
                <StateBadge tone="warn">Waiting for a mail server</StateBadge>
              ) : (
                channel.waits && <StateBadge tone="warn">Not confirmed: gets no messages yet</StateBadge>
              )}
            </Group>
            <Text size="sm">
              {getsWord(channel, canMail)}: {describeSubscription(channel)}
            </Text>
            {channel.kind === 'email' && !canMail && <Dimmed>{NO_MAIL_SERVER}</Dimmed>}
          </div>
          {actions && (
            <Tools
              team={team}
              channel={channel}
              actions={actions}
              // Without a mail server neither could be sent.
              canSend={channel.kind !== 'email' || canMail}
            />
          )}
        </Stack>
      ))}
    </Stack>
  )
}

/** Says when it gets its messages. */
function getsWord({ kind, waits }: ChannelView, canMail: boolean): string {
  if (kind === 'email' && !canMail) return 'Once there is a mail server it gets'
  return waits ? 'Once it is confirmed it gets' : 'Gets'
}

interface ToolsProps {
  readonly team: string
  readonly channel: ChannelView
  readonly actions: ChannelActions
  readonly canSend: boolean
}

function Tools({ team, channel, actions, canSend }: ToolsProps) {
  const router = useRouter()
  const removing = useAction(actions.remove, 'The channel was deleted.')
  const input = { team, channelId: channel.id }
  const sending = channel.waits
    ? {
        label: 'Send the confirmation',
        action: actions.confirm,
        done: `A confirmation link was sent to ${channel.hint}.`,
      }
    : {
        label: 'Send a test',
        action: actions.test,
        done: `The test message to “${channel.name}” was accepted.`,
      }
  const sent = useAction(sending.action, sending.done)
  const send = async () => {
    const { ok } = await sent.call(input)
    // The list of messages has the failed one, too.
    if (!ok) router.refresh()
  }
  return (
    <>
      <RefusalAlert refusal={sent.refusal} />
      <Group gap="xs">
        <FormDrawer
          label="Change"
          title={`Change “${channel.name}”`}
          variant="default"
          size="xs"
          aria-label={`Change ${channel.name}`}
        >
          <ChannelForm team={team} channel={channel} change={actions.change} />
        </FormDrawer>
        <RowMenu
          name={channel.name}
          isDisabled={sent.isPending}
          actions={[
            ...(canSend ? [{ label: sending.label, act: send }] : []),
            {
              label: 'Delete',
              isDanger: true,
              asks: {
                title: `Delete “${channel.name}”?`,
                text: 'Its address is permanently deleted; sent messages stay in the log.',
                confirmLabel: 'Delete the channel',
              },
              act: () => removing.call(input),
            },
          ]}
        />
      </Group>
    </>
  )
}

type ChangeChannel = Action<{
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
function ChannelForm({ team, channel, change }: ChannelFormProps) {
  const save = (form: FormData) =>
    change({
      team,
      channelId: channel.id,
      name: formFieldText(form, 'name'),
      enabled: form.has('enabled'),
      ...readSubscription(form),
    })
  return (
    <SaveForm submitLabel="Save" message="The channel was changed." save={save}>
      {(errors) => (
        <>
          <TextInput label="Name" name="name" defaultValue={channel.name} required error={errors.name} />
          <ChannelSubscriptionFields chosen={channel} error={errors.events} />
          <Switch label="In use" name="enabled" defaultChecked={channel.enabled} />
        </>
      )}
    </SaveForm>
  )
}
