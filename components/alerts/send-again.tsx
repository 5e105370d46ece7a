'use client'

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { type Action, SaveForm, useAction } from '@/components/forms'
import { showFailureMessage, showMessage } from '@/components/ui'

interface SendAgainProps {
  readonly team: string
  readonly deliveryId: string
  /** Words of the message, for those who do not see the row. */
  readonly message: string
  readonly send: Action<{ team: string; deliveryId: string }>
}

/** Resends one message to its channel. */
export function ResendMessage({ team, deliveryId, message, send }: SendAgainProps) {
  const router = useRouter()
  const sending = useAction(send)
  const again = async () => {
    const { ok } = await sending.call({ team, deliveryId })
    if (ok) showMessage('The message will be sent again within seconds.')
    else showFailureMessage('The message was not sent. Reload the page.')
    router.refresh()
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={sending.isPending}
      onClick={again}
      aria-label={`Send again: ${message}`}
    >
      Send again
    </Button>
  )
}

interface SendSinceProps {
  readonly team: string
  readonly channels: readonly { readonly id: string; readonly name: string }[]
  readonly send: Action<{ team: string; channelId: string; since: string }>
}

/** Resends all messages of a channel since a day. */
export function ResendSince({ team, channels, send }: SendSinceProps) {
  const save = (form: FormData) =>
    send({ team, channelId: String(form.get('channelId') ?? ''), since: String(form.get('since') ?? '') })
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
