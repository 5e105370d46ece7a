'use client'

import { Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type Action, CountInput, SaveForm } from '@/components/forms'
import { ChoiceField } from '@/components/ui'
import { formatRate, type Rate } from '@/lib/kernel'

interface Plan {
  readonly name: string
  readonly requests: number
  readonly perMs: number
}

interface SetRateFormProps {
  readonly team: string
  readonly keyId: string
  readonly rate: Rate
  /** Plans that the provider sells. */
  readonly plans: readonly Plan[]
  readonly setKeyRate: Action<{ team: string; keyId: string; requests: number; windowSeconds: number }>
}

const WINDOWS = [
  { seconds: 1, label: '1 second' },
  { seconds: 60, label: '1 minute' },
  { seconds: 900, label: '15 minutes' },
  { seconds: 3600, label: '1 hour' },
  { seconds: 86_400, label: '1 day' },
]

const windowsWith = (seconds: number) =>
  WINDOWS.some((each) => each.seconds === seconds)
    ? WINDOWS
    : [...WINDOWS, { seconds, label: `${seconds} seconds` }]

/** Sets how fast a key may run, if only a person knows: a plan of the provider, or a number and its window. */
export function SetRateForm({ team, keyId, rate, plans, setKeyRate }: SetRateFormProps) {
  const [requests, setRequests] = useState<number | null>(rate.requests)
  const [seconds, setSeconds] = useState(Math.max(1, Math.round(rate.windowMs / 1000)))
  const choose = (plan: Plan | undefined) => {
    if (!plan) return
    setRequests(plan.requests)
    setSeconds(Math.round(plan.perMs / 1000))
  }
  const chosen = plans.find((plan) => plan.requests === requests && plan.perMs === seconds * 1000)
  return (
    <SaveForm
      submitLabel="Set limit"
      message="The limit was set. It applies from the next call."
      save={() => setKeyRate({ team, keyId, requests: Number(requests), windowSeconds: seconds })}
    >
      {(fields) => (
        <>
          <Text size="sm">
            The service does not report it. If it is too high, the API answers 429 and Purser slows down by
            itself.
          </Text>
          {plans.length > 0 && (
            <ChoiceField
              label="Plan"
              placeholder="Another limit"
              data={plans.map(({ name, requests, perMs }) => ({
                value: name,
                label: `${name}: ${formatRate({ requests, windowMs: perMs })}`,
              }))}
              value={chosen?.name ?? null}
              onChange={(name) => choose(plans.find((plan) => plan.name === name))}
            />
          )}
          <Group align="flex-start" gap="sm" grow>
            <CountInput
              label="Requests"
              name="requests"
              placeholder=""
              value={requests}
              onCount={setRequests}
              error={fields.requests}
            />
            <ChoiceField
              label="In each"
              data={windowsWith(seconds).map((each) => ({
                value: String(each.seconds),
                label: each.label,
              }))}
              value={String(seconds)}
              onChange={(value) => setSeconds(Number(value ?? 1))}
              error={fields.windowSeconds}
            />
          </Group>
        </>
      )}
    </SaveForm>
  )
}
