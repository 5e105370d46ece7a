'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Action, useAction } from '@/components/forms'
import { RefusalAlert } from '@/components/ui'
import type { StoredItems } from '@/lib/collect/items'
import { describeStoredItems } from './kept-time'

interface CountStoredProps {
  readonly team: string
  readonly count: Action<{ team: string }, StoredItems>
}

/** Counts what is stored on request, because with many pages it takes a while. */
export function CountStoredItems({ team, count }: CountStoredProps) {
  const { call, refusal, isPending } = useAction(count)
  const [stored, setStored] = useState<StoredItems | null>(null)
  return (
    <Stack gap="xs" align="flex-start" mb="md">
      {stored ? (
        <Text size="sm" role="status">
          {describeStoredItems(stored)}
        </Text>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={isPending}
          onClick={async () => setStored((await call({ team })).data ?? null)}
        >
          Count what is stored
        </Button>
      )}
      <RefusalAlert refusal={refusal} />
    </Stack>
  )
}
