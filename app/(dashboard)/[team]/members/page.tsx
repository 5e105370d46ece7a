import { Stack } from '@mantine/core'
import { requireMember } from '@/app/_server'
import { InviteForm, InviteList, MemberTable } from '@/components/teams'
import { Card, PageHeader } from '@/components/ui'
import { formatMoment, hasRole } from '@/lib/kernel'
import { listInvites, listMembers } from '@/lib/teams'
import { changeRoleAction, createInviteAction, removeMemberAction, revokeInviteAction } from './actions'

export const metadata = { title: 'Members' }

interface MembersPageProps {
  readonly params: Promise<{ team: string }>
}

export default async function MembersPage({ params }: MembersPageProps) {
  const ctx = await requireMember(params)
  const isAdmin = hasRole(ctx.actor.role, 'admin')
  const [members, invites] = await Promise.all([listMembers(ctx), isAdmin ? listInvites(ctx) : []])
  const { slug, timeZone } = ctx.team
  return (
    <>
      <PageHeader title="Members" description="Who is in the team, and what they may do." />
      <Stack>
        {isAdmin && (
          <Card title="Invite somebody" description="One person can use a link, within seven days.">
            <InviteForm team={slug} create={createInviteAction} />
            {invites.length > 0 && (
              <InviteList
                team={slug}
                invites={invites.map((invite) => ({
                  ...invite,
                  expires: formatMoment(invite.expiresAt, timeZone),
                }))}
                revoke={revokeInviteAction}
              />
            )}
          </Card>
        )}
        <Card title="People">
          <MemberTable
            team={slug}
            members={members.map((member) => ({
              ...member,
              joined: formatMoment(member.joinedAt, timeZone),
            }))}
            isAdmin={isAdmin}
            changeRole={changeRoleAction}
            removeMember={removeMemberAction}
          />
        </Card>
      </Stack>
    </>
  )
}
