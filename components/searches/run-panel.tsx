'use client'

import { Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { RefusalAlert } from '@/components/forms'
import { type StartRun, useStartRun } from '@/components/runs'
import { describeEstimate, type PageEstimate } from './price-range'

export interface KeyChoice {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly environmentId: string
  readonly environmentName: string
  readonly pack: string | null
}

interface RunPanelProps {
  readonly team: string
  readonly searchId: string
  /** Keys that may be used, the one to offer first. */
  readonly keys: readonly KeyChoice[]
  readonly estimate: PageEstimate
  readonly startRun: StartRun
}

/** Runs a saved search: with which key, at what price. */
export function RunPanel({ team, searchId, keys, estimate, startRun }: RunPanelProps) {
  const router = useRouter()
  const [keyId, setKeyId] = useState(keys[0]?.id ?? null)
  const [capItems, setCapItems] = useState<number | null>(null)
  const { start, isPending, refusal } = useStartRun(team, startRun, (runId) =>
    router.push(`/${team}/runs/${runId}`),
  )
  if (keyId === null)
    return <Text size="sm">There is no key to run it with. An admin can add or enable one.</Text>
  return (
    <Stack gap="sm">
      <RefusalAlert refusal={refusal} />
      <Group align="flex-end" gap="sm">
        <Select
          label="Key"
          w={{ base: '100%', sm: 360 }}
          value={keyId}
          onChange={setKeyId}
          allowDeselect={false}
          data={keys.map(({ id, name, prefix, environmentName, pack }) => ({
            value: id,
            label: `${environmentName} · ${name} (${prefix}…)${pack ? ` · ${pack}` : ''}`,
          }))}
        />
        <NumberInput
          label="Stop after (items)"
          placeholder="No cap"
          w={150}
          min={20}
          step={100}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={capItems ?? ''}
          onChange={(value) => setCapItems(typeof value === 'number' ? value : null)}
          error={refusal?.fields.capItems}
        />
        <Button onClick={() => start(searchId, keyId, capItems)} loading={isPending}>
          Run first page
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        Price: {describeEstimate(estimate)}
      </Text>
    </Stack>
  )
}
