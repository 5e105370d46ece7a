import { Group, Text } from '@mantine/core'
import { type BulkAction, type ManyAction, Selection } from '@/components/lists'
import { describeRunCharge } from '@/components/runs'
import {
  AppLink,
  ButtonLink,
  type Column,
  DataTable,
  Dimmed,
  RelativeTime,
  type Sorting,
  spentColumn,
} from '@/components/ui'
import type { LastRun } from '@/lib/collect/runs'
import type { SearchView } from '@/lib/collect/searches'
import {
  describeSearch,
  formatAgo,
  formatDay,
  formatMoment,
  formatPlural,
  type Nano,
  unitTitle,
} from '@/lib/kernel'
import { StarButton, type StarSearch } from './star-button'

interface SearchRow extends SearchView {
  readonly ownerName: string
  readonly lastRun: LastRun | null
  /** Spend of the last 30 days. */
  readonly spentNano: Nano
}

interface SearchTableProps {
  readonly team: string
  readonly searches: readonly SearchRow[]
  readonly now: Date
  /** False for viewers, who cannot change them. */
  readonly mayRun: boolean
  readonly sorting: Sorting
  readonly star: StarSearch
  readonly change: ManyAction['act']
}

const STAR: BulkAction = { change: 'star', label: 'Star', done: 'Starred', inverse: 'unstar' }
const ACTIONS: readonly BulkAction[] = [
  STAR,
  {
    change: 'tag',
    label: 'Tag',
    done: 'Tagged',
    inverse: 'untag',
    asksName: { title: 'Tag the selected searches', submitLabel: 'Add tag' },
  },
  { change: 'share', label: 'Share', done: 'Shared', inverse: 'unshare' },
  { change: 'unshare', label: 'Stop sharing', done: 'Stopped sharing', inverse: 'share' },
  { change: 'delete', label: 'Delete', done: 'Deleted', inverse: 'restore' },
]

/** Lists saved searches, each with its owner, its last run and the link to its page. */
export function SearchTable(props: SearchTableProps) {
  const { team, searches, now, mayRun, sorting, star, change } = props
  const hrefOf = (id: string) => `/${team}/searches/${id}`
  const columns: Column<SearchRow>[] = [
    {
      key: 'name',
      label: 'Name',
      share: 18,
      render: ({ id, name, isStarred, tags }) => (
        <Group gap={4} wrap="nowrap">
          <StarButton team={team} searchId={id} name={name} isStarred={isStarred} star={star} />
          <div>
            <AppLink href={hrefOf(id)}>{name}</AppLink>
            {tags.length > 0 && <Dimmed size="xs">{tags.join(' · ')}</Dimmed>}
          </div>
        </Group>
      ),
    },
    {
      label: 'Query',
      share: 16,
      onCard: 'line',
      render: (search) => (
        <Text size="sm" dir="auto" lineClamp={2}>
          {describeSearch(search)}
        </Text>
      ),
    },
    {
      label: 'Owner',
      share: 10,
      onCard: 'line',
      render: ({ ownerName, shared }) => (
        <>
          <span data-before="by">{ownerName}</span>
          {!shared && <Dimmed size="xs">Not shared</Dimmed>}
        </>
      ),
    },
    {
      key: 'created',
      label: 'Created',
      share: 10,
      onCard: 'none',
      render: ({ createdAt }) => <span title={formatMoment(createdAt)}>{formatDay(createdAt)}</span>,
    },
    {
      key: 'run',
      label: 'Last run',
      share: 13,
      onCard: 'line',
      render: ({ name, lastRun }) =>
        lastRun === null ? (
          <span data-before="run">Never</span>
        ) : (
          <span data-before="last run">
            <AppLink
              href={`/${team}/runs/${lastRun.id}`}
              aria-label={`${formatAgo(lastRun.startedAt, now)}, last run of ${name}`}
            >
              <RelativeTime at={lastRun.startedAt} now={now} />
            </AppLink>
          </span>
        ),
    },
    {
      label: 'Last result',
      share: 16.5,
      onCard: 'line',
      render: ({ lastRun }) =>
        lastRun && `${formatPlural(lastRun.totals.items, 'item')}, ${describeRunCharge(lastRun.totals)}`,
    },
    spentColumn(`${unitTitle()},\n30 days`, ({ id }) => `/${team}/usage?range=30d&search=${id}`, 9),
  ]
  const run: Column<SearchRow> = {
    label: 'Actions',
    isActions: true,
    share: 7.5,
    render: ({ id, name }) => (
      <ButtonLink href={`${hrefOf(id)}#run`} size="xs" variant="default" aria-label={`Run ${name}`}>
        Run…
      </ButtonLink>
    ),
  }
  return (
    <Selection team={team} of={['search', 'searches']} actions={mayRun ? ACTIONS : [STAR]} act={change}>
      <DataTable
        caption="Saved searches"
        minWidth={960}
        rows={searches}
        keyOf={({ id }) => id}
        picks={({ name }) => name}
        sorting={sorting}
        columns={mayRun ? [...columns, run] : columns}
      />
    </Selection>
  )
}
