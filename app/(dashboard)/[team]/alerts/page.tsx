import { Stack } from '@mantine/core'
import { requireMember, type SearchParams } from '@/app/_server'
import { LiveRefresh, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { InOrder } from '../loaded'
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
        <InOrder
          parts={[
            { title: 'Now', height: 200, content: <AlertsCard ctx={ctx} /> },
            { title: 'Channels', height: 200, content: <ChannelsCard ctx={ctx} /> },
            ...(isAdmin
              ? [{ title: 'What is watched', height: 320, content: <SettingsCard ctx={ctx} /> }]
              : []),
            {
              title: 'Messages sent',
              height: 200,
              content: <DeliveriesCard ctx={ctx} searchParams={searchParams} />,
            },
          ]}
        />
      </Stack>
    </>
  )
}
