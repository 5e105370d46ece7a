'use client'

import { Code, Drawer, Group, Loader, Stack, Text } from '@mantine/core'
import { useEffect } from 'react'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { CopyButton } from '@/components/ui'
import type { RawView } from '@/lib/collect/runs'
import { useRawText } from './use-raw-text'

interface RawDrawerProps<Input> {
  /** What to show; null: closed. */
  readonly input: Input | null
  readonly title: string
  readonly read: Action<Input, RawView>
  onClose(): void
}

/** Everything that the upstream sent, every field, loaded on request. Untrusted words: text and nothing else. */
export function RawDrawer<Input>({ input, title, read, onClose }: RawDrawerProps<Input>) {
  const { call, refusal, isPending } = useAction(read)
  const { json, load } = useRawText(call)
  useEffect(() => {
    if (input !== null) void load(input)
  }, [input, load])
  return (
    <Drawer
      opened={input !== null}
      onClose={onClose}
      position="right"
      size="lg"
      title={title}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <RefusalAlert refusal={refusal} />
        {isPending && <Loader size="sm" aria-label="Loading" />}
        {json !== null && (
          <>
            <Group justify="space-between">
              <Text size="sm" c="dimmed">
                Ids and large numbers are in quotes, so that no digit is lost.
              </Text>
              <CopyButton value={json} label="Copy the JSON" />
            </Group>
            <Code
              block
              dir="ltr"
              tabIndex={0}
              role="region"
              aria-label="Raw JSON"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', unicodeBidi: 'isolate' }}
            >
              {json}
            </Code>
          </>
        )}
      </Stack>
    </Drawer>
  )
}
