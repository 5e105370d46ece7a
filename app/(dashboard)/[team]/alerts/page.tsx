import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { CardBoundary, LiveRefresh, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { AlertsCard } from './alerts-card'
import { ChannelsCard } from './channels-card'
import { DeliveriesCard } from './deliveries-card'
import { SettingsCard } from './settings-card'

export const metadata = { title: 'Alerts' }

interface AlertsPageProps {
  readonly params: Promise<{ team: string }>
  readonly searchParams: SearchParams
}

export default async function AlertsPage({ params, searchParams }: AlertsPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <LiveRefresh team={ctx.team.slug} />
      <PageHeader
        title="Alerts"
        description="Open problems: each sends one message when it begins, and one when it is over."
      />
      <Stack>
        <CardBoundary>
          <AlertsCard ctx={ctx} />
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
          <DeliveriesCard ctx={ctx} searchParams={searchParams} />
        </CardBoundary>
      </Stack>
    </>
  )
}
