'use client'

import { Button } from '@mantine/core'
import { type Action, RefusalAlert, useAction } from '@/components/forms'
import { DataTable, RelativeTime, useDoneMessage } from '@/components/ui'
import type { SearchView } from '@/lib/collect/searches'
import { describeSearch } from '@/lib/kernel'

interface SearchTrashProps {
  readonly team: string
  readonly searches: readonly SearchView[]
  readonly now: Date
  readonly timeZone: string
  readonly restore: Action<{ team: string; searchId: string }>
}

/** Lists deleted searches, latest first, with a way to restore those that the member may change. */
export function SearchTrash({ team, searches, now, timeZone, restore }: SearchTrashProps) {
  return (
    <DataTable<SearchView>
      caption="Deleted searches, the last one first"
      rows={searches}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: 'Name', render: ({ name }) => name },
        { key: 'what', label: 'Query', render: describeSearch },
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

interface RestoreButtonProps {
  readonly team: string
  readonly searchId: string
  readonly name: string
  readonly restore: Action<{ team: string; searchId: string }>
}

function RestoreButton({ team, searchId, name, restore }: RestoreButtonProps) {
  const tellDone = useDoneMessage()
  const { call, isPending, refusal } = useAction(restore)
  const back = async () => {
    if ((await call({ team, searchId })).ok) tellDone('The search was restored.')
  }
  return (
    <>
      <RefusalAlert refusal={refusal} />
      <Button size="xs" variant="default" onClick={back} loading={isPending} aria-label={`Restore ${name}`}>
        Restore
      </Button>
    </>
  )
}
