'use client'

import { Alert, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { FormDrawer, ShownOnce } from '@/components/ui'
import type { AlertKind, ChannelEvent, ChannelView } from '@/lib/alerts/alerts'
import { CHANNEL_KINDS, NoMailServer } from './labels'
import { ChannelSubscriptionFields, readSubscription } from './told-of'

type Kind = ChannelView['kind']

interface CreateChannelProps {
  readonly team: string
  /** True if a mail server is set. */
  readonly canMail: boolean
  readonly create: Action<
    {
      team: string
      name: string
      kind: Kind
      address: string
      kinds: AlertKind[]
      events: ChannelEvent[]
    },
    { id: string; secret: string | null; waits: boolean; problem: string | null }
  >
}

const USUAL = { events: ['alert'], kinds: [] } as const
const CHOICES = Object.entries(CHANNEL_KINDS).map(([value, label]) => ({ value, label }))

const HINTS: Readonly<Record<Kind, string>> = {
  email: 'Address',
  slack: 'URL of the incoming webhook',
  webhook: 'URL that receives the message',
}

/**
 * Adds a channel. Afterwards it says below the list what remains to be done; a signed webhook's secret is shown only
 * once.
 */
export function CreateChannel({ team, canMail, create }: CreateChannelProps) {
  const [kind, setKind] = useState<Kind>('email')
  const [secret, setSecret] = useState<string | null>(null)
  const [waiting, setWaiting] = useState<{ address: string; problem: string | null } | null>(null)
  const save = async (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '')
    const choice = { name: text('name'), kind, address: text('address'), ...readSubscription(form) }
    const answer = await create({ team, ...choice })
    setSecret(answer.data?.secret ?? null)
    setWaiting(answer.data?.waits ? { address: text('address'), problem: answer.data.problem } : null)
    return answer
  }
  return (
    <Stack gap="xs" mt="lg">
      {secret && (
        <ShownOnce
          title="The secret of the new webhook, shown only once"
          text={secret}
          copyLabel="Copy the secret"
        />
      )}
      {waiting && (
        <Alert
          color={waiting.problem === null ? 'blue' : 'orange'}
          variant="light"
          title={waiting.problem === null ? 'A link was sent' : 'No link was sent'}
          role="status"
        >
          {waiting.problem ??
            `Alerts go to ${waiting.address} once the link in that e-mail has been opened and confirmed.`}
        </Alert>
      )}
      <Group>
        <FormDrawer label="Add channel" title="Add a channel" hash="#new" variant="default" size="xs">
          <SaveForm submitLabel="Add channel" message="The channel was added." save={save}>
            {(errors) => (
              <>
                <TextInput label="Name" name="name" required error={errors.name} />
                <NativeSelect
                  label="Kind"
                  data={CHOICES}
                  value={kind}
                  onChange={({ currentTarget: { value } }) =>
                    setKind(value === 'slack' || value === 'webhook' ? value : 'email')
                  }
                />
                {kind === 'email' && !canMail && <NoMailServer />}
                <TextInput label={HINTS[kind]} name="address" required error={errors.address} />
                <ChannelSubscriptionFields chosen={USUAL} error={errors.events} />
              </>
            )}
          </SaveForm>
        </FormDrawer>
      </Group>
    </Stack>
  )
}
