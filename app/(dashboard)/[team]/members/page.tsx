import { Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { InviteForm } from '@/components/teams'
import { CardBoundary, FormDrawer, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import { currentRuntime } from '@/lib/server/runtime'
import { createInviteAction } from './actions'
import { InvitesCard, PeopleCard } from './member-cards'

export const metadata = { title: 'Members' }

interface MembersPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function MembersPage({ params }: MembersPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  return (
    <>
      <PageHeader
        title="Members"
        description="Who is in the team, and what they may do."
        actions={
          isAdmin && (
            <FormDrawer label="Invite member" title="Invite a member" hash="#new">
              <InviteForm
                team={ctx.team.slug}
                timeZone={ctx.team.timeZone}
                canMail={currentRuntime().canMail}
                create={createInviteAction}
              />
            </FormDrawer>
          )
        }
      />
      <Stack gap="xl">
        <CardBoundary>
          <PeopleCard ctx={ctx} />
        </CardBoundary>
        {isAdmin && (
          <CardBoundary>
            <InvitesCard ctx={ctx} />
          </CardBoundary>
        )}
      </Stack>
    </>
  )
}
