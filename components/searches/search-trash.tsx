'use client'

import { DataTable, RelativeTime } from '@/components/ui'
import type { SearchView } from '@/lib/collect/searches'
import { describeSearch } from '@/lib/kernel'
import { RestoreButton, type RestoreSearch } from './restore-button'

interface SearchTrashProps {
  readonly team: string
  readonly searches: readonly SearchView[]
  readonly now: Date
  readonly timeZone: string
  readonly restore: RestoreSearch
}

/** Lists deleted searches, latest first, with a way to restore those that the member may change. */
export function SearchTrash({ team, searches, now, timeZone, restore }: SearchTrashProps) {
  return (
    <DataTable<SearchView>
      caption="Deleted searches, most recent first"
      rows={searches}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: 'Name', render: ({ name }) => name },
        { key: 'what', label: 'Query', onCard: 'line', render: describeSearch },
        {
          key: 'deleted',
          label: 'Deleted',
          render: ({ deletedAt }) =>
            deletedAt && <RelativeTime at={deletedAt} now={now} timeZone={timeZone} />,
        },
        {
          key: 'actions',
          label: 'Actions',
          isActions: true,
          render: ({ id, name, may }) =>
            may.change && <RestoreButton team={team} searchId={id} name={name} restore={restore} />,
        },
      ]}
    />
  )
}
