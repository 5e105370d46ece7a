'use client'

import { DataTable, RelativeTime } from '@/components/ui'
import type { SearchView } from '@/lib/collect/searches'
import { describeSearch } from '@/lib/kernel'
import { RestoreButton, type RestoreSearch } from './restore-button'

interface SearchTrashProps {
  readonly team: string
  readonly searches: readonly SearchView[]
  readonly now: Date
  readonly restore: RestoreSearch
}

/** Lists deleted searches, latest first, with a way to restore those that the member may change. */
export function SearchTrash({ team, searches, now, restore }: SearchTrashProps) {
  return (
    <DataTable<SearchView>
      caption="Deleted searches, most recent first"
      rows={searches}
      keyOf={({ id }) => id}
      columns={[
        { label: 'Name', render: ({ name }) => name },
        { label: 'Query', onCard: 'line', render: describeSearch },
        {
          label: 'Deleted',
          render: ({ deletedAt }) => deletedAt && <RelativeTime at={deletedAt} now={now} />,
        },
        {
          label: 'Actions',
          isActions: true,
          render: ({ id, name, may }) =>
            may.change && <RestoreButton team={team} searchId={id} name={name} restore={restore} />,
        },
      ]}
    />
  )
}
