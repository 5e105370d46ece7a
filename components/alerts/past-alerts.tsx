import { AppLink, DataTable } from '@/components/ui'
import type { AlertView } from '@/lib/alerts/alerts'
import { formatMoment, localiseStoredText } from '@/lib/kernel'
import { ALERT_KIND_LABELS } from './labels'

interface PastAlertsProps {
  readonly team: string
  readonly alerts: readonly AlertView[]
  readonly timeZone: string
}

/** Lists alerts that are over, newest first. */
export function PastAlerts({ team, alerts, timeZone }: PastAlertsProps) {
  return (
    <DataTable
      caption="Alerts that are over, newest first"
      rows={alerts}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'title',
          label: 'Alert',
          render: ({ title, path }) => (
            <AppLink href={`/${team}/${path}`} size="sm">
              {localiseStoredText(title)}
            </AppLink>
          ),
        },
        { key: 'kind', label: 'Kind', render: ({ kind }) => ALERT_KIND_LABELS[kind].label },
        {
          key: 'from',
          label: `Began (${timeZone})`,
          render: ({ firedAt }) => formatMoment(firedAt, timeZone),
        },
        {
          key: 'to',
          label: 'Over',
          render: ({ recoveredAt }) => (recoveredAt ? formatMoment(recoveredAt, timeZone) : ''),
        },
        {
          key: 'by',
          label: 'Acknowledged by',
          render: ({ acknowledgedBy, acknowledgeReason }) =>
            [acknowledgedBy, acknowledgeReason].filter((part) => part !== null).join(': '),
        },
      ]}
    />
  )
}
