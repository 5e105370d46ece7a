'use client'

import { Group, Stack, Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { type Action, ActionButton } from '@/components/forms'
import type { BulkAction, ManyAction } from '@/components/lists'
import { AppLink, Dimmed } from '@/components/ui'
import type { AlertKind, AlertView } from '@/lib/alerts/alerts'
import { currentTimeZone, formatMoment, localiseStoredText } from '@/lib/kernel'
import { AcknowledgeIncident } from './acknowledge-incident'
import { KindBadge } from './labels'
import type { Acknowledge } from './opened-incident'

const RowAction = dynamic(() => import('@/components/lists/selection-bar').then((loaded) => loaded.RowAction))

type Mute = Action<{ team: string; kind: AlertKind; subjectId: string; days: number }>

export interface AlertListProps {
  readonly team: string
  readonly alerts: readonly AlertView[]
  /** Null for viewers. */
  readonly acknowledge: Acknowledge | null
  /** Changes one or the selected ones; null for viewers. */
  readonly change: ManyAction['act'] | null
  readonly mute: Mute | null
}

export const ACKNOWLEDGE: BulkAction = {
  change: 'acknowledge',
  label: 'Acknowledge',
  done: 'Acknowledged',
  inverse: 'unacknowledge',
}
const REOPEN: BulkAction = {
  change: 'unacknowledge',
  label: 'Reopen',
  done: 'Reopened',
  inverse: 'acknowledge',
}

/** Lists open alerts about one thing: what is wrong, since when, and who handles it. */
export function AlertList({ team, alerts, acknowledge, change, mute }: AlertListProps) {
  return (
    <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <Stack gap={4}>
            {/* A single one has its title above. */}
            {alerts.length > 1 && (
              <Group gap="xs">
                <KindBadge kind={alert.shownKind} />
                <AppLink href={`/${team}/${alert.path}`}>{localiseStoredText(alert.title)}</AppLink>
              </Group>
            )}
            <Text size="sm">{localiseStoredText(alert.detail)}</Text>
            <Dimmed>
              Since {formatMoment(alert.firedAt)} ({currentTimeZone()})
              {alert.assignedTo && ` · assigned to ${alert.assignedTo.name}`}
              {alert.acknowledgedBy && ` · acknowledged by ${alert.acknowledgedBy}`}
              {alert.mutedUntil && ` · muted until ${formatMoment(alert.mutedUntil)}`}
            </Dimmed>
            <Group gap="xs">
              {acknowledge && alert.kind === 'outside_spend' && (
                <AcknowledgeIncident team={team} alert={alert} acknowledge={acknowledge} />
              )}
              {change && alert.kind !== 'outside_spend' && (
                <RowAction
                  team={team}
                  of={['alert', 'alerts']}
                  id={alert.id}
                  name={alert.title}
                  action={alert.acknowledgedBy ? REOPEN : ACKNOWLEDGE}
                  act={change}
                />
              )}
              {mute && (
                <ActionButton
                  label={alert.mutedUntil ? 'Unmute' : 'Mute for a week'}
                  aria-label={`${alert.mutedUntil ? 'Unmute' : 'Mute for a week'}: ${alert.title}`}
                  done={
                    alert.mutedUntil ? 'Unmuted. Messages are sent again.' : 'Muted: no messages for a week.'
                  }
                  action={mute}
                  input={{
                    team,
                    kind: alert.kind,
                    subjectId: alert.subjectId,
                    days: alert.mutedUntil ? 0 : 7,
                  }}
                />
              )}
            </Group>
          </Stack>
        </li>
      ))}
    </Stack>
  )
}
