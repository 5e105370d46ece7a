import { type BulkAction, type ManyAction, Selection } from '@/components/lists'
import { AppLink, DataTable, type Sorting } from '@/components/ui'
import type { AlertView } from '@/lib/alerts/alerts'
import { currentTimeZone, formatMoment, localiseStoredText } from '@/lib/kernel'
import { ACKNOWLEDGE } from './alert-list'
import { ALERT_KIND_LABELS } from './labels'

interface AlertTableProps {
  readonly team: string
  readonly alerts: readonly AlertView[]
  readonly sorting: Sorting
  /** Changes the selected ones; null for viewers. */
  readonly change: ManyAction['act'] | null
}

const ACTIONS: readonly BulkAction[] = [ACKNOWLEDGE]

/** Lists alerts, open ones and those that are over. */
export function AlertTable({ team, alerts, sorting, change }: AlertTableProps) {
  return (
    <Selection team={team} of={['alert', 'alerts']} actions={ACTIONS} act={change}>
      <DataTable
        caption="Alerts"
        rows={alerts}
        sorting={sorting}
        picks={change ? ({ title }) => localiseStoredText(title) : undefined}
        keyOf={({ id }) => id}
        columns={[
          {
            label: 'Alert',
            render: ({ title, path }) => (
              <AppLink href={`/${team}/${path}`}>{localiseStoredText(title)}</AppLink>
            ),
          },
          { label: 'Kind', render: ({ kind }) => ALERT_KIND_LABELS[kind].label },
          {
            key: 'from',
            label: `Began (${currentTimeZone()})`,
            render: ({ firedAt }) => formatMoment(firedAt),
          },
          {
            label: 'Ended',
            render: ({ recoveredAt }) => (recoveredAt ? formatMoment(recoveredAt) : 'Open'),
          },
          {
            label: 'Acknowledged by',
            render: ({ acknowledgedBy, acknowledgeReason }) =>
              [acknowledgedBy, acknowledgeReason].filter((part) => part !== null).join(': '),
          },
        ]}
      />
    </Selection>
  )
}
