import { SimpleGrid, Stack, Text } from '@mantine/core'
import { Suspense } from 'react'
import { requireMember } from '@/app/_server'
import { SettingTabs } from '@/components/shell'
import { PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { Loaded } from '../loaded'
import { AuditCard, BackfillNote, DoorNotes, TeamCard } from './admin-settings'
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
        {isAdmin && (
          <Suspense fallback={null}>
            <BackfillNote ctx={ctx} />
          </Suspense>
        )}
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
          <Loaded title="Environments" height={40}>
            <EnvironmentsCard ctx={ctx} />
          </Loaded>
          <Loaded title="Prices">
            <PricesCard ctx={ctx} />
          </Loaded>
          <Loaded title="Upstream">
            <UpstreamCard ctx={ctx} />
          </Loaded>
          <Loaded title={ITEMS}>
            <ItemsCard title={ITEMS} ctx={ctx} />
          </Loaded>
          <Loaded title={CALLS}>
            <CallsAgeCard title={CALLS} ctx={ctx} />
          </Loaded>
          {isAdmin && <TeamCard ctx={ctx} />}
        </SimpleGrid>
        {isAdmin ? (
          <Loaded title="Audit log" height={400}>
            <AuditCard ctx={ctx} />
          </Loaded>
        ) : (
          <Text size="sm">Admins change the team, its environments and prices here.</Text>
        )}
      </Stack>
    </>
  )
}
