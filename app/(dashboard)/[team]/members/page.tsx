import { Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { InviteForm, InviteList, MemberTable } from '@/components/teams'
import { Card, CardBoundary, FormDrawer, PageHeader } from '@/components/ui'
import { hasRole } from '@/lib/kernel'
import type { TeamCtx } from '@/lib/platform/db'
import { currentRuntime } from '@/lib/server/runtime'
import { listInvites, listMembers } from '@/lib/teams/teams'
import { sumSpendOf30Days } from '../team-reads'
import { changeRoleAction, createInviteAction, removeMemberAction, revokeInviteAction } from './actions'

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

interface CardProps {
  readonly ctx: TeamCtx
}

/** Lists for admins the invites that nobody has used yet. */
async function InvitesCard({ ctx }: CardProps) {
  const invites = await listInvites(ctx)
  if (invites.length === 0) return null
  const { slug, timeZone } = ctx.team
  return (
    <Card
      title="Open invites"
      description="Each link works once, within seven days. If a link is lost, withdraw the invite and create a new one."
    >
      <InviteList team={slug} invites={invites} timeZone={timeZone} revoke={revokeInviteAction} />
    </Card>
  )
}

async function PeopleCard({ ctx }: CardProps) {
  const [members, spent] = await Promise.all([listMembers(ctx), sumSpendOf30Days(ctx, 'memberId')])
  const { team, actor } = ctx
  return (
    <Card title="All members">
      <MemberTable
        team={team.slug}
        members={members.map((member) => ({ ...member, spentNano: spent.get(member.id) ?? 0n }))}
        own={{ id: actor.memberId, isAdmin: hasRole(actor.role, 'admin') }}
        timeZone={team.timeZone}
        changeRole={changeRoleAction}
        removeMember={removeMemberAction}
      />
    </Card>
  )
}
