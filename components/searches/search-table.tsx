import { Button, Group, Text, TextInput } from '@mantine/core'
import { describeCharge } from '@/components/runs'
import { AppLink, ButtonLink, type Column, DataTable, RelativeTime } from '@/components/ui'
import type { LastRun } from '@/lib/collect/runs'
import type { SearchView } from '@/lib/collect/searches'
import { describeSearch, formatAgo, formatPlural } from '@/lib/kernel'
import { StarButton, type StarSearch } from './star-button'

interface SearchRow extends SearchView {
  readonly ownerName: string
  readonly lastRun: LastRun | null
}

interface SearchTableProps {
  readonly team: string
  readonly searches: readonly SearchRow[]
  readonly now: Date
  readonly timeZone: string
  /** False for viewers, who cannot change them. */
  readonly mayRun: boolean
  readonly star: StarSearch
}

/** Lists saved searches, each with its owner, its last run and the link to its page. */
export function SearchTable({ team, searches, now, timeZone, mayRun, star }: SearchTableProps) {
  const hrefOf = (id: string) => `/${team}/searches/${id}`
  const columns: Column<SearchRow>[] = [
    {
      key: 'name',
      label: 'Name',
      share: 22,
      render: ({ id, name, isStarred, tags }) => (
        <Group gap={4} wrap="nowrap">
          <StarButton team={team} searchId={id} name={name} isStarred={isStarred} star={star} />
          <div>
            <AppLink href={hrefOf(id)} size="sm">
              {name}
            </AppLink>
            {tags.length > 0 && (
              <Text size="xs" c="dimmed">
                {tags.join(' · ')}
              </Text>
            )}
          </div>
        </Group>
      ),
    },
    {
      key: 'what',
      label: 'Query',
      share: 22,
      onCard: 'line',
      render: (search) => (
        <Text size="sm" dir="auto" lineClamp={2}>
          {describeSearch(search)}
        </Text>
      ),
    },
    {
      key: 'owner',
      label: 'Owner',
      share: 12,
      onCard: 'line',
      render: ({ ownerName }) => <span data-before="by">{ownerName}</span>,
    },
    {
      key: 'shared',
      label: 'Visibility',
      share: 8,
      onCard: 'line',
      render: ({ shared }) => <span data-before="for">{shared ? 'Team' : 'Only me'}</span>,
    },
    {
      key: 'last',
      label: 'Last run',
      share: 12,
      onCard: 'line',
      render: ({ name, lastRun }) =>
        lastRun === null ? (
          <span data-before="run">Never</span>
        ) : (
          <span data-before="last run">
            <AppLink
              href={`/${team}/runs/${lastRun.id}`}
              size="sm"
              aria-label={`${formatAgo(lastRun.startedAt, now)}, last run of ${name}`}
            >
              <RelativeTime at={lastRun.startedAt} now={now} timeZone={timeZone} />
            </AppLink>
          </span>
        ),
    },
    {
      key: 'bought',
      label: 'Last result',
      share: 16,
      onCard: 'line',
      render: ({ lastRun }) =>
        lastRun && `${formatPlural(lastRun.totals.items, 'item')}, ${describeCharge(lastRun.totals)}`,
    },
  ]
  const run: Column<SearchRow> = {
    key: 'run',
    label: 'Actions',
    isActions: true,
    share: 8,
    render: ({ id, name }) => (
      <ButtonLink href={`${hrefOf(id)}#run`} size="xs" variant="default" aria-label={`Run ${name}`}>
        Run…
      </ButtonLink>
    ),
  }
  return (
    <DataTable
      caption="Saved searches"
      minWidth={760}
      rows={searches}
      keyOf={({ id }) => id}
      columns={mayRun ? [...columns, run] : columns}
    />
  )
}

/** Finds saved searches by a part of their name, tags or question: a plain form, whose URL can be kept. */
export function FindSearches({ team, text }: { readonly team: string; readonly text: string }) {
  return (
    <form method="get" action={`/${team}/searches`}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Search by name, tag or query"
          name="text"
          type="search"
          defaultValue={text}
          maxLength={100}
        />
        <Button type="submit" variant="default">
          Search
        </Button>
      </Group>
    </form>
  )
}
