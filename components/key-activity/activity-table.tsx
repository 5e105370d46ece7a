import { type Column, DataTable } from '@/components/ui'
import { formatCount, formatDuration, UNKNOWN_FIGURE } from '@/lib/kernel'
import type { ActivityState } from './activity-state'
import { PRIORITY_ROWS } from './labels'

interface Row {
  readonly key: string
  readonly label: string
  readonly waiting: number
  readonly maxMs: number
  readonly sent: number
  /** Null until the server has reported on the key. */
  readonly left: number | null
}

const COLUMNS: readonly Column<Row>[] = [
  { key: 'who', label: 'Kind', render: ({ label }) => label },
  {
    key: 'waiting',
    label: 'Waiting',
    isNumeric: true,
    onCard: 'line',
    render: ({ waiting }) => <span data-unit="waiting">{formatCount(waiting)}</span>,
  },
  {
    key: 'longest',
    label: 'Longest wait',
    isNumeric: true,
    onCard: ({ waiting }) => (waiting === 0 ? 'none' : 'line'),
    render: ({ waiting, maxMs }) => (waiting === 0 ? UNKNOWN_FIGURE : formatDuration(maxMs)),
  },
  {
    key: 'left',
    label: 'Sent since you opened this page',
    isNumeric: true,
    onCard: 'none',
    render: ({ left }) => (left === null ? 'unknown' : formatCount(left)),
  },
  {
    key: 'sent',
    label: 'Sent since Purser started',
    isNumeric: true,
    onCard: 'figure',
    render: ({ sent }) => <span data-unit="sent since Purser started">{formatCount(sent)}</span>,
  },
]

/** Shows the key's activity in figures, by kind of caller. */
export function ActivityTable({ state }: { readonly state: ActivityState }) {
  return (
    <DataTable
      caption="Calls since you opened this page, and in total since Purser started"
      minWidth={440}
      columns={COLUMNS}
      rows={rowsOf(state)}
      keyOf={({ key }) => key}
    />
  )
}

export function rowsOf({ figures, left }: ActivityState): Row[] {
  const rows = PRIORITY_ROWS.map(({ key, label }) => ({
    key,
    label: key === 'interactive' ? `${label}, and free checks` : label,
    waiting: figures?.queue[key].waiting ?? 0,
    maxMs: figures?.queue[key].maxMs ?? 0,
    sent: figures?.sent[key] ?? 0,
    left: left ? left[key] : null,
  }))
  const all = {
    key: 'all',
    label: 'All',
    waiting: rows.reduce((sum, { waiting }) => sum + waiting, 0),
    maxMs: Math.max(...rows.map(({ maxMs }) => maxMs)),
    sent: rows.reduce((sum, { sent }) => sum + sent, 0),
    left: left && Object.values(left).reduce((sum, count) => sum + count, 0),
  }
  return [...rows, all]
}
