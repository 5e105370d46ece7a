'use client'

import { Code, Group, Loader, Stack, Text } from '@mantine/core'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type Action, type CallResult, callAction, RefusalAlert } from '@/components/forms'
import { CopyButton, LoadedData, OpenedDialog, useLazyDialog } from '@/components/ui'
import type { RawView } from '@/lib/collect/runs'

export interface RawDrawerProps<Input> {
  /** Input of what to show; null: closed. */
  readonly input: Input | null
  readonly title: string
  readonly read: Action<Input, RawView>
  onClose(): void
}

/** Shows everything that the upstream sent, every field, loaded on request. Untrusted words: only text. */
export function OpenedRaw<Input>(props: RawDrawerProps<Input>) {
  return (
    <LoadedData>
      <RawPanel {...props} input={useLazyDialog(props.input).input} />
    </LoadedData>
  )
}

function RawPanel<Input>({ input, title, read, onClose }: RawDrawerProps<Input>) {
  const { data, isFetching } = useQuery({
    queryKey: ['raw', title, input],
    queryFn: input === null ? skipToken : () => callAction(read, input),
    gcTime: 0,
    // While the drawer closes, it keeps its content.
    placeholderData: (shown: CallResult<RawView> | undefined) => (input === null ? shown : undefined),
  })
  const json = data?.data?.json ?? null
  return (
    <OpenedDialog place="side" isOpen={input !== null} onClose={onClose} size="lg" title={title}>
      <Stack>
        <RefusalAlert refusal={data?.refusal ?? null} />
        {isFetching && <Loader size="sm" aria-label="Loading" />}
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
    </OpenedDialog>
  )
}
