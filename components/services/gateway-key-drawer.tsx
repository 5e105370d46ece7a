'use client'

import { Button, Code, Group, Radio, RadioGroup, Stack, Text, TextInput } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Action, SaveForm } from '@/components/forms'
import { AppLink, ChoiceField, CopyButton, OpenedDialog, ShownOnce } from '@/components/ui'
import { formatRate, type Rate } from '@/lib/kernel'

/** The input that the form of a gateway key sends. Empty texts mean the defaults. */
interface NewKeyFields {
  readonly team: string
  readonly serviceId: string
  readonly keyId: string
  readonly environmentId: string
  readonly requestsPerSecond: string
  readonly expiresInDays: string
  readonly tellsBudget: boolean
}

export interface GatewayKeyDrawerProps extends KeyChoices {
  readonly team: string
  readonly serviceId: string
  readonly gateway: string
  readonly create: Action<NewKeyFields, { id: string; token: string; prefix: string }>
  readonly isOpen: boolean
  onClose(): void
}

/** Renders the form of a new gateway key, and then its text, which is shown until the drawer closes and never again. */
export function GatewayKeyDrawer(props: GatewayKeyDrawerProps) {
  const { team, serviceId, gateway, create, isOpen, onClose, ...choices } = props
  const router = useRouter()
  const [text, setText] = useState<string | null>(null)
  const read = (form: FormData): NewKeyFields => ({
    team,
    serviceId,
    keyId: String(form.get('keyId') ?? ''),
    environmentId: String(form.get('environmentId') ?? ''),
    requestsPerSecond: String(form.get('requestsPerSecond') ?? '').trim(),
    expiresInDays: String(form.get('expiresInDays') ?? '').trim(),
    tellsBudget: form.get('tells') === 'budget',
  })
  return (
    <OpenedDialog
      place="side"
      keepsDraft
      isOpen={isOpen}
      onClose={onClose}
      onClosed={() => setText(null)}
      title={text === null ? 'Create a gateway key' : 'Copy the gateway key now'}
      isKept={text !== null}
    >
      {text === null ? (
        <SaveForm
          submitLabel="Create gateway key"
          save={(form) => create(read(form))}
          onDone={(made) => {
            if (made) setText(made.token)
            router.refresh()
          }}
        >
          {(errors) => <GatewayKeyFields {...choices} errors={errors} />}
        </SaveForm>
      ) : (
        <NewKeyText team={team} text={text} gateway={gateway} onDone={onClose} />
      )}
    </OpenedDialog>
  )
}

/** The choices that a gateway key can be bound to. */
interface KeyChoices {
  readonly keys: readonly {
    readonly id: string
    readonly label: string
    readonly environmentId: string
    readonly rate: Rate
  }[]
  readonly environments: readonly { readonly id: string; readonly name: string }[]
  /** Path at which the gateway reports a key's balance; null if the upstream reports none. */
  readonly accountPath: string | null
}

interface GatewayKeyFieldsProps extends KeyChoices {
  readonly errors: Readonly<Record<string, string>>
}

/** Renders the fields of a new gateway key. Its environment follows the chosen key until another one is chosen. */
function GatewayKeyFields({ keys, environments, accountPath, errors }: GatewayKeyFieldsProps) {
  const [keyId, setKeyId] = useState(keys[0]?.id ?? null)
  const [own, setOwn] = useState<string | null>(null)
  const key = keys.find(({ id }) => id === keyId)
  return (
    <>
      <ChoiceField
        label="API key"
        description="Its calls use this key. You can replace the key later without changing the service."
        name="keyId"
        data={keys.map(({ id, label }) => ({ value: id, label }))}
        value={keyId}
        onChange={setKeyId}
        required
        error={errors.keyId}
      />
      <ChoiceField
        label="Environment"
        description="Its usage is counted for this environment."
        name="environmentId"
        data={environments.map(({ id, name }) => ({ value: id, label: name }))}
        value={own ?? key?.environmentId ?? null}
        onChange={setOwn}
        error={errors.environmentId}
      />
      <TextInput
        label="Own rate, requests a second"
        name="requestsPerSecond"
        description={`Empty: as fast as the API key allows${key ? `, ${formatRate(key.rate)}` : ''}.`}
        inputMode="numeric"
        error={errors.requestsPerSecond}
      />
      <TextInput
        label="Days until it expires"
        name="expiresInDays"
        description="Empty: never."
        inputMode="numeric"
        error={errors.expiresInDays}
      />
      {accountPath !== null && (
        <RadioGroup
          label={`What ${accountPath} shows as the balance`}
          name="tells"
          defaultValue="wallet"
          style={{ overflowWrap: 'anywhere' }}
        >
          <Stack gap="xs" mt={6}>
            <Radio value="wallet" label="The wallet’s balance" />
            <Radio value="budget" label="What is left of the service’s own budgets" />
          </Stack>
        </RadioGroup>
      )}
    </>
  )
}

interface NewKeyTextProps {
  readonly team: string
  readonly text: string
  readonly gateway: string
  onDone(): void
}

/** Shows a new gateway key's text. Only its hash is stored, so it is shown only this once. */
function NewKeyText({ team, text, gateway, onDone }: NewKeyTextProps) {
  return (
    <Stack>
      <ShownOnce title="Gateway key" text={text} copyLabel="Copy the gateway key" takesFocus>
        It is shown only once. Put it where the service keeps its secrets; create another one if you lose it.
      </ShownOnce>
      <Text size="sm" fw={600}>
        Base URL
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{gateway}</Code>
        <CopyButton value={gateway} label="Copy the base URL" />
      </Group>
      <AppLink href={`/${team}/services/connect`}>How to connect the service</AppLink>
      <Group>
        <Button onClick={onDone}>I have copied it</Button>
      </Group>
    </Stack>
  )
}
