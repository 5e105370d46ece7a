'use client'

import { Group, NativeSelect, TextInput } from '@mantine/core'
import { type Action, ActionButton, formFieldText, SaveForm } from '@/components/forms'

interface SendAgainProps {
  readonly team: string
  readonly deliveryId: string
  /** Words of the message, for those who do not see the row. */
  readonly message: string
  readonly send: Action<{ team: string; deliveryId: string }>
}

/** Resends one message to its channel. */
export const ResendMessage = ({ team, deliveryId, message, send }: SendAgainProps) => (
  <ActionButton
    label="Send again"
    aria-label={`Send again: ${message}`}
    action={send}
    input={{ team, deliveryId }}
    done="The message will be sent again within seconds."
  />
)

interface SendSinceProps {
  readonly team: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  readonly send: Action<{ team: string; channelId: string; since: string }>
}

/** Resends all messages of a channel since a day. */
export function ResendSince({ team, channels, send }: SendSinceProps) {
  const save = (form: FormData) =>
    send({ team, channelId: formFieldText(form, 'channelId'), since: formFieldText(form, 'since') })
  return (
    <SaveForm
      submitLabel="Send all again"
      message="The messages since that day will be sent again, at most 500."
      save={save}
      isRow
    >
      {(errors) => (
        <Group align="flex-end" gap="xs">
          <NativeSelect
            label="Channel to send to again"
            name="channelId"
            data={channels.map(({ id, name }) => ({ value: id, label: name }))}
            error={errors.channelId}
          />
          <TextInput label="All messages since" name="since" type="date" required error={errors.since} />
        </Group>
      )}
    </SaveForm>
  )
}
