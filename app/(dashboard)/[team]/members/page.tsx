import { Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { Loaded } from '../loaded'
import { InvitesCard, PeopleCard } from './member-cards'

export const metadata = { title: 'Members' }

interface MembersPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function MembersPage({ params }: MembersPageProps) {
  const ctx = await requireMember(params)
  return (
    <>
      <PageHeader title="Members" description="Who is in the team, and what they may do." />
      <Stack>
        {hasRole(ctx.actor.role, 'admin') && (
          <Loaded title="Invite somebody" height={110}>
            <InvitesCard ctx={ctx} />
          </Loaded>
        )}
        <Loaded title="People">
          <PeopleCard ctx={ctx} />
        </Loaded>
      </Stack>
    </>
  )
}
