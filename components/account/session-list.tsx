'use client'

import { Badge, Group, Stack, Text } from '@mantine/core'
import { type Action, useAction } from '@/components/forms'
import { type Column, ConfirmButton, DataTable } from '@/components/ui'
import { formatMoment } from '@/lib/kernel'
import type { SessionView } from '@/lib/teams/accounts'

interface SessionListProps {
  readonly sessions: readonly SessionView[]
  readonly timeZone: string
  readonly end: Action<{ handle: string }>
  readonly endOthers: Action<Record<string, never>>
}

const columnsIn = (timeZone: string): Column<SessionView>[] => [
  {
    label: 'Device',
    render: ({ device, isThis }) => (
      <Group gap="xs" wrap="nowrap">
        <Text size="sm">{device}</Text>
        {isThis && (
          <Badge variant="light" size="sm" tt="none" miw="max-content">
            This device
          </Badge>
        )}
      </Group>
    ),
  },
  { label: 'Network address', render: ({ source }) => source ?? '—' },
  {
    label: `Signed in (${timeZone})`,
    render: ({ createdAt }) => formatMoment(createdAt, timeZone),
  },
  {
    label: `Last seen (${timeZone})`,
    render: ({ lastSeenAt }) => formatMoment(lastSeenAt, timeZone),
  },
]

/** Lists where the person is signed in. Each other session can be ended, or all of them. */
export function SessionList({ sessions, timeZone, end, endOthers }: SessionListProps) {
  const columns = columnsIn(timeZone)
  const one = useAction(end, 'The session was ended.')
  const others = useAction(endOthers, 'All other sessions were ended.')
  const actions: Column<SessionView> = {
    label: 'Actions',
    isActions: true,
    render: ({ handle, device, isThis, createdAt }) =>
      !isThis && (
        <ConfirmButton
          label="End"
          aria-label={`End the session on ${device} of ${formatMoment(createdAt, timeZone)}`}
          title="End this session?"
          text={`${device} is signed out at once.`}
          confirmLabel="End the session"
          onConfirm={() => one.call({ handle })}
        />
      ),
  }
  return (
    <Stack gap="sm">
      <DataTable
        caption={`Your sessions, times in ${timeZone}`}
        columns={sessions.length > 1 ? [...columns, actions] : columns}
        rows={sessions}
        keyOf={({ handle }) => handle}
        minWidth={560}
      />
      {sessions.length > 1 && (
        <Group>
          <ConfirmButton
            label="End all other sessions"
            title="End all other sessions?"
            text="Every other device is signed out at once."
            confirmLabel="End all others"
            onConfirm={() => others.call({})}
          />
        </Group>
      )}
    </Stack>
  )
}
