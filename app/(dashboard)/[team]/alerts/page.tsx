import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, LiveRefresh, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { alertQuery } from './alert-address'
import { AlertsCard } from './alerts-card'
import { ChannelsCard } from './channels-card'
import { DeliveriesCard } from './deliveries-card'
import { NoChannelNote } from './no-channel-note'
import { PastAlertsCard } from './past-alerts-card'
import { SettingsCard } from './settings-card'

export const metadata = { title: 'Alerts' }

interface AlertsPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function AlertsPage({ params, searchParams }: AlertsPageProps) {
  const ctx = await requireMember(params)
  const query = alertQuery.parse(await searchParams)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader title="Alerts" description="What is wrong now, who is told of it, and what is watched." />
      <Stack>
        <CardBoundary>
          <NoChannelNote ctx={ctx} />
        </CardBoundary>
        <CardBoundary>
          <AlertsCard ctx={ctx} />
        </CardBoundary>
        <CardBoundary>
          <PastAlertsCard ctx={ctx} query={query} />
        </CardBoundary>
        <CardBoundary>
          <ChannelsCard ctx={ctx} />
        </CardBoundary>
        {isAdmin && (
          <CardBoundary>
            <SettingsCard ctx={ctx} />
          </CardBoundary>
        )}
        <CardBoundary>
          <DeliveriesCard ctx={ctx} query={query} />
        </CardBoundary>
      </Stack>
    </>
  )
}
