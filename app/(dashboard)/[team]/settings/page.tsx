import { SimpleGrid, Stack, Text } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { SettingTabs } from '@/components/shell'
import { CardBoundary, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { DoorNotes, TeamCard } from './admin-settings'
import { CallsAgeCard } from './calls-age-card'
import { EnvironmentsCard } from './environments-card'
import { PricesCard, UpstreamCard } from './facts-cards'
import { ItemsCard } from './items-card'

const ITEMS = 'Stored items'
const CALLS = 'Details of calls'

export const metadata = { title: 'Settings' }

interface SettingsPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function SettingsPage({ params }: SettingsPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <PageHeader title="Settings" description={`${ctx.team.name}, ${ctx.team.timeZone}`} />
      <SettingTabs team={ctx.team.slug} isAdmin={isAdmin} />
      <Stack>
        {isAdmin && <DoorNotes />}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
          {isAdmin && <TeamCard ctx={ctx} />}
          <CardBoundary>
            <PricesCard ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <EnvironmentsCard ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <UpstreamCard ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <ItemsCard title={ITEMS} ctx={ctx} />
          </CardBoundary>
          <CardBoundary>
            <CallsAgeCard title={CALLS} ctx={ctx} />
          </CardBoundary>
        </SimpleGrid>
        {!isAdmin && <Text size="sm">Admins change the team, its environments and prices here.</Text>}
      </Stack>
    </>
  )
}
