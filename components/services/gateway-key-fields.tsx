'use client'

import { Radio, RadioGroup, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ChoiceField } from '@/components/ui'
import { formatRate, type Rate } from '@/lib/kernel'

/** The choices that a gateway key can be bound to. */
export interface KeyChoices {
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
export function GatewayKeyFields({ keys, environments, accountPath, errors }: GatewayKeyFieldsProps) {
  const [keyId, setKeyId] = useState(keys[0]?.id ?? null)
  const [own, setOwn] = useState<string | null>(null)
  const key = keys.find(({ id }) => id === keyId)
  return (
    <>
      <ChoiceField
        label="Upstream key"
        description="Its calls are made with this key. Replace the key later, and the service notices nothing."
        name="keyId"
        data={keys.map(({ id, label }) => ({ value: id, label }))}
        value={keyId}
        onChange={setKeyId}
        allowDeselect={false}
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
        allowDeselect={false}
        error={errors.environmentId}
      />
      <TextInput
        label="Own rate, requests a second"
        name="requestsPerSecond"
        description={`Empty: as fast as the upstream key allows${key ? `, ${formatRate(key.rate)}` : ''}.`}
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
