import { Text } from '@mantine/core'
import { DataTable } from '@/components/ui'
import type { SearchVersionView } from '@/lib/collect/searches'
import { describeSearch, formatMoment } from '@/lib/kernel'

interface VersionTableProps {
  readonly versions: readonly SearchVersionView[]
  readonly timeZone: string
}

/** Lists a search's questions by version, latest first. */
export function VersionTable({ versions, timeZone }: VersionTableProps) {
  return (
    <DataTable<SearchVersionView>
      caption={`Versions, times in ${timeZone}`}
      rows={versions}
      // The same as the table of runs above it, so that both are cards, or neither.
      minWidth={720}
      keyOf={({ version }) => String(version)}
      columns={[
        { key: 'version', label: 'Version', onCard: 'named', render: ({ version }) => String(version) },
        { key: 'name', label: 'Name', render: ({ name }) => name },
        {
          key: 'what',
          label: 'Query',
          render: (version) => (
            <Text size="sm" dir="auto">
              {describeSearch(version)}
            </Text>
          ),
        },
        { key: 'since', label: 'Since', render: ({ createdAt }) => formatMoment(createdAt, timeZone) },
        { key: 'by', label: 'By', render: ({ createdByName }) => createdByName || '—' },
      ]}
    />
  )
}
