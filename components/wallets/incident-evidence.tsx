'use client'

import { Stack } from '@mantine/core'
import { AppLink, DataTable, Dimmed, RelativeTime } from '@/components/ui'
import { currentTimeZone, formatCredits, formatMoment, type Nano, unitTitle } from '@/lib/kernel'

interface IncidentEvidenceProps {
  readonly team: string
  readonly now: Date
  readonly losses: readonly { readonly from: Date; readonly to: Date; readonly nano: Nano }[]
  /** Keys of the wallet that could have been used. */
  readonly keys: readonly {
    readonly id: string
    readonly name: string
    readonly prefix: string
    readonly createdAt: Date
    readonly lastUsedAt: Date | null
  }[]
}

/** Shows what is known of outside spend: between which readings the balance fell, and which keys can spend it. */
export function IncidentEvidence({ team, now, losses, keys }: IncidentEvidenceProps) {
  return (
    <Stack gap="lg">
      <DataTable
        caption="What no call explains"
        rows={losses}
        keyOf={({ from }) => from.toISOString()}
        columns={[
          {
            key: 'between',
            label: `Between two readings (${currentTimeZone()})`,
            render: ({ from, to }) => `${formatMoment(from)} and ${formatMoment(to)}`,
          },
          { key: 'credits', label: unitTitle(), isNumeric: true, render: ({ nano }) => formatCredits(nano) },
        ]}
      />
      <DataTable
        caption="Keys that can spend from this wallet"
        rows={keys}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'key',
            label: 'Key',
            render: ({ id, name, prefix }) => (
              <>
                <AppLink href={`/${team}/keys/${id}`}>{name}</AppLink> <Dimmed span>{prefix}…</Dimmed>
              </>
            ),
          },
          { key: 'added', label: 'Added', render: ({ createdAt }) => formatMoment(createdAt) },
          {
            key: 'used',
            label: 'Last used here',
            render: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime at={lastUsedAt} now={now} /> : 'Never'),
          },
        ]}
      />
    </Stack>
  )
}
