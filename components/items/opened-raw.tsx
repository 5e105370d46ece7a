'use client'

import { Code, Group, Loader, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { skipToken, useQuery } from '@tanstack/react-query'
import { type CallResult, callRoute } from '@/components/forms'
import { CopyButton, Dimmed, LoadedData, OpenedDialog, RefusalAlert, useLazyDialog } from '@/components/ui'
import type { RawView } from '@/lib/collect/runs'

/** A page of a run, or an item by its index there. */
type RawInput = { readonly team: string; readonly runId: string } & (
  | { readonly pageNumber: number }
  | { readonly place: number }
)

interface RawDrawerProps {
  /** Content; null if closed. */
  readonly input: RawInput | null
  readonly title: string
  onClose(): void
}

/** Shows everything that the upstream sent, every field, loaded on request. Untrusted words: only text. */
export function OpenedRaw(props: RawDrawerProps) {
  return (
    <LoadedData>
      <RawPanel {...props} input={useLazyDialog(props.input).input} />
    </LoadedData>
  )
}

function RawPanel({ input, title, onClose }: RawDrawerProps) {
  return (
    <OpenedDialog place="side" isOpen={input !== null} onClose={onClose} size="lg" title={title}>
      <RawJson input={input} title={title} />
    </OpenedDialog>
  )
}

/** Time for which an item must stay chosen before it is requested: a held key passes many. */
const REST_MS = 250

/** Shows everything that the upstream sent about one item. */
export function RawItem({ input }: { readonly input: RawInput & { readonly place: number } }) {
  const [rested] = useDebouncedValue(input.place, REST_MS)
  if (rested !== input.place) return null
  return <RawJson key={rested} input={input} title="Item as received" />
}

/** Reads by a route, not by an action: a next page or a visit elsewhere must not wait for it. */
const read = ({ team, runId, ...which }: RawInput): Promise<CallResult<RawView>> =>
  callRoute(`/api/runs/${runId}/raw`, {
    team,
    ...('place' in which ? { place: String(which.place) } : { pageNumber: String(which.pageNumber) }),
  })

function RawJson({ input, title }: Omit<RawDrawerProps, 'onClose'>) {
  const { data, isFetching } = useQuery({
    queryKey: ['raw', title, input],
    queryFn: input === null ? skipToken : () => read(input),
    gcTime: 0,
    // While the drawer closes, it keeps its content.
    placeholderData: (shown: CallResult<RawView> | undefined) => (input === null ? shown : undefined),
  })
  const json = data?.data?.json ?? null
  return (
    <Stack>
      <RefusalAlert refusal={data?.refusal ?? null} />
      {isFetching && <Loader size="sm" aria-label="Loading" />}
      {json !== null && (
        <>
          <Group justify="space-between">
            <Dimmed>Ids and large numbers are in quotes, so that no digit is lost.</Dimmed>
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
  )
}
