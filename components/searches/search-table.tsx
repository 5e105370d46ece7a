import { Badge, Text } from '@mantine/core'
import { ButtonLink, DataTable, LinkTo } from '@/components/ui'
import type { SearchView } from '@/lib/searches'
import { describeSearch } from './describe-search'

interface SearchTableProps {
  readonly team: string
  readonly caption: string
  readonly searches: readonly (SearchView & { readonly lastRun: string | null })[]
  /** Viewers look only. */
  readonly mayRun: boolean
}

/** Saved searches, each with the way to its page. */
export function SearchTable({ team, caption, searches, mayRun }: SearchTableProps) {
  const hrefOf = (id: string) => `/${team}/searches/${id}`
  return (
    <DataTable
      caption={caption}
      rows={searches}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          label: 'Name',
          render: ({ id, name }) => (
            <LinkTo href={hrefOf(id)} size="sm">
              {name}
            </LinkTo>
          ),
        },
        {
          key: 'what',
          label: 'What it asks',
          render: (search) => (
            <Text size="sm" dir="auto" lineClamp={2}>
              {describeSearch(search)}
            </Text>
          ),
        },
        {
          key: 'shared',
          label: 'For',
          render: ({ shared }) => <Badge variant="default">{shared ? 'Team' : 'Only me'}</Badge>,
        },
        { key: 'last', label: 'Last run', render: ({ lastRun }) => lastRun ?? 'Never' },
        {
          key: 'run',
          label: 'Actions',
          render: ({ id, name }) => (
            <ButtonLink
              href={hrefOf(id)}
              size="xs"
              variant="default"
              aria-label={`${mayRun ? 'Run' : 'Open'} ${name}`}
            >
              {mayRun ? 'Run' : 'Open'}
            </ButtonLink>
          ),
        },
      ]}
    />
  )
}
