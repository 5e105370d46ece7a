import { AppLink, type Column, Credits, DataTable, Dimmed, RelativeTime, StateBadge } from '@/components/ui'
import type { SubjectRun } from '@/lib/collect/runs'
import { formatCount, localiseStoredText, unitTitle } from '@/lib/kernel'
import { RunState } from './run-state'

interface SubjectTableProps {
  readonly team: string
  /** The subjects that are shown, and the number of all. */
  readonly rows: readonly SubjectRun[]
  readonly all: number
  /** Address at which all are shown. */
  readonly more: string
  /** True to show when each last had something new. */
  readonly hasNews: boolean
  readonly now: Date
}

/** Lists subjects, each with its run: its state, and why it failed; what it bought; when something new last came. */
export function SubjectTable({ team, rows, all, more, hasNews, now }: SubjectTableProps) {
  const news: Column<SubjectRun> = {
    label: 'Last new item',
    onCard: 'none',
    render: ({ lastNewAt }) => (lastNewAt ? <RelativeTime at={lastNewAt} now={now} /> : '—'),
  }
  return (
    <>
      <DataTable
        caption="Subjects"
        minWidth={640}
        leadsOn
        rows={rows}
        keyOf={({ subject }) => subject}
        columns={[subjectOf(team), STATE, ...FIGURES, ...(hasNews ? [news] : [])]}
      />
      {rows.length < all && <AppLink href={more}>Show all {formatCount(all)}</AppLink>}
    </>
  )
}

const subjectOf = (team: string): Column<SubjectRun> => ({
  label: 'Subject',
  render: ({ subject, run }) =>
    run === null ? (
      <bdi>{subject}</bdi>
    ) : (
      <AppLink href={`/${team}/runs/${run.id}`}>
        <bdi>{subject}</bdi>
      </AppLink>
    ),
})

const STATE: Column<SubjectRun> = {
  label: 'State',
  onCard: 'state',
  render: ({ run }) => {
    if (run === null) return <StateBadge tone="quiet">Not run yet</StateBadge>
    return (
      <>
        {run.isWaiting ? <StateBadge tone="waits">Waiting</StateBadge> : <RunState run={run} />}
        {run.endNote !== null && <Dimmed size="xs">{localiseStoredText(run.endNote)}</Dimmed>}
      </>
    )
  },
}

const FIGURES: readonly Column<SubjectRun>[] = [
  {
    label: 'Items',
    isNumeric: true,
    onCard: 'line',
    render: ({ run }) =>
      run === null ? (
        '—'
      ) : (
        <span data-unit={run.items === 1 ? 'item' : 'items'}>{formatCount(run.items)}</span>
      ),
  },
  {
    label: 'New',
    isNumeric: true,
    onCard: 'none',
    render: ({ run }) => (run === null ? '—' : formatCount(run.newItems)),
  },
  {
    label: unitTitle(),
    isNumeric: true,
    onCard: 'figure',
    render: ({ run }) =>
      run === null ? (
        '—'
      ) : run.unknownCalls > 0 && run.pages === 0 ? (
        'Unknown'
      ) : (
        <Credits amount={run.chargeNano} />
      ),
  },
]
