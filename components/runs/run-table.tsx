import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type BulkAction, type ManyAction, Selection } from '@/components/lists'
import {
  AppLink,
  type Column,
  Credits,
  DataTable,
  Dimmed,
  EmptyState,
  EnvironmentBadge,
  RelativeTime,
  type Sorting,
} from '@/components/ui'
import type { RunView } from '@/lib/collect/runs'
import { describeSearch, formatCount, formatPlural, OPERATIONS, unitTitle } from '@/lib/kernel'
import type { EnvironmentView } from '@/lib/teams/teams'
import { describeRunCharge } from './labels'
import { RunState } from './run-state'

type Environment = Pick<EnvironmentView, 'id' | 'color'>

interface RunTableProps {
  readonly team: string
  readonly runs: readonly RunView[]
  /** Environments, for their colours; the short table names none. */
  readonly environments?: readonly Environment[]
  readonly now: Date
  /** Columns: all; only what fits in half a page; or all without the search, if all runs are of one. */
  readonly kind?: Kind
  /** The one action if there are none. */
  readonly firstStep?: ReactNode
  readonly sorting?: Sorting
  /** Cancels the selected runs; without it none can be selected. */
  readonly cancel?: ManyAction['act'] | null
}

const ACTIONS: readonly BulkAction[] = [{ change: 'cancel', label: 'Cancel runs', done: 'Cancelled' }]

/** Lists runs, newest first, each with its purchases. */
export function RunTable(props: RunTableProps) {
  const { team, runs, environments = [], now, kind = 'full', firstStep, cancel = null, sorting } = props
  if (runs.length === 0)
    return (
      <EmptyState title="No runs yet" text="Run a saved search to see what it buys." action={firstStep} />
    )
  return (
    <Selection team={team} of={['run', 'runs']} actions={ACTIONS} act={cancel}>
      <DataTable<RunView>
        caption={sorting ? 'Runs' : 'Runs, newest first'}
        minWidth={kind === 'short' ? 400 : 720}
        leadsOn
        rows={runs}
        keyOf={({ id }) => id}
        columns={[
          kind === 'of-one-search' ? startedOf(team, now, runs) : searchOf(team, now, kind),
          ...columnsOf(environments, now).filter(({ label }) => !LEFT_OUT[kind].has(label)),
        ]}
        picks={cancel ? nameOf : undefined}
        {...(sorting && { sorting })}
      />
    </Selection>
  )
}

type Kind = 'full' | 'short' | 'of-one-search'

const LEFT_OUT: Readonly<Record<Kind, ReadonlySet<string>>> = {
  full: new Set(),
  short: new Set(['Started', 'Member', 'Environment', 'Pages', 'Items', 'New']),
  'of-one-search': new Set(['Started']),
}

const nameOf = ({ searchName, id }: RunView): string => `Run of ${searchName}, ${id}`

/** Returns the first column, which is a link: the search, in the short table with the time below it. */
const searchOf = (team: string, now: Date, kind: Kind): Column<RunView> => ({
  label: 'Search',
  render: (run) => (
    <>
      <AppLink href={`/${team}/runs/${run.id}`} aria-label={nameOf(run)}>
        {run.searchName}
      </AppLink>
      <Dimmed size="xs">
        {kind === 'short' ? <RelativeTime at={run.startedAt} now={now} /> : OPERATIONS[run.operation].label}
      </Dimmed>
    </>
  ),
})

/** Returns the first column if all runs are of one search: its time and, if the search was changed, its query. */
function startedOf(team: string, now: Date, runs: readonly RunView[]): Column<RunView> {
  const isChanged = new Set(runs.map(describeSearch)).size > 1
  return {
    label: 'Started',
    render: (run) => (
      <>
        <AppLink href={`/${team}/runs/${run.id}`} aria-label={nameOf(run)}>
          <RelativeTime at={run.startedAt} now={now} />
        </AppLink>
        {isChanged && (
          <Text size="xs" c="dimmed" dir="auto">
            {describeSearch(run)}
          </Text>
        )}
      </>
    ),
  }
}

const columnsOf = (environments: readonly Environment[], now: Date): Column<RunView>[] => [
  {
    key: 'started',
    label: 'Started',
    onCard: 'line',
    render: ({ startedAt }) => <RelativeTime at={startedAt} now={now} />,
  },
  {
    label: 'Member',
    onCard: 'line',
    render: ({ memberName, isScheduled }) => (isScheduled ? `${memberName}, by schedule` : memberName),
  },
  {
    label: 'Environment',
    onCard: 'line',
    render: ({ environmentId, environmentName, keyPrefix }) => (
      <span title={`${keyPrefix}…`}>
        <EnvironmentBadge color={environments.find(({ id }) => id === environmentId)?.color ?? ''}>
          {environmentName}
        </EnvironmentBadge>
      </span>
    ),
  },
  { label: 'State', onCard: 'state', render: (run) => <RunState run={run} /> },
  {
    label: 'Pages',
    isNumeric: true,
    onCard: 'none',
    render: (run) => formatCount(run.pages),
  },
  {
    label: 'Items',
    isNumeric: true,
    onCard: 'line',
    render: ({ items }) => <span data-unit={items === 1 ? 'item' : 'items'}>{formatCount(items)}</span>,
  },
  { label: 'New', isNumeric: true, onCard: 'none', render: newsOf },
  { label: unitTitle(), isNumeric: true, onCard: 'figure', render: chargeOf },
]

/** Shows how many are new, and below it why all are. */
const newsOf = (run: RunView) => (
  <>
    {formatCount(run.newItems)}
    {run.isBaseline && run.items > 0 && <Dimmed size="xs">first run</Dimmed>}
  </>
)

/**
 * Shows the amount, and below it what is not known of it; in full as its title, because a sentence would take the
 * other columns' space.
 */
function chargeOf(run: RunView) {
  const { pages, items, unknownCalls, unpricedItems, chargeNano } = run
  if (unknownCalls === 0 && unpricedItems === 0) return <Credits amount={chargeNano} />
  const isKnown = pages > 0 && (unpricedItems === 0 || unpricedItems < items)
  return (
    <div title={describeRunCharge(run)}>
      {isKnown ? <Credits amount={chargeNano} /> : 'Unknown'}
      {unknownCalls > 0 && (
        <Dimmed size="xs">
          {isKnown && '+ '}
          {formatPlural(unknownCalls, 'unknown call')}
        </Dimmed>
      )}
      {unpricedItems > 0 && (
        <Dimmed size="xs">
          {isKnown && '+ '}
          {formatPlural(unpricedItems, 'item')} without a price
        </Dimmed>
      )}
    </div>
  )
}
